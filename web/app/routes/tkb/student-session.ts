import { isRecord, stored } from '~/lib/stored';

/** The demo's one student. The password is no secret: it is shown where it is asked for. */
export const DEMO_STUDENT = { code: 'SV2024001', password: 'tkb123', name: 'Nguyễn Minh Anh' } as const;

/** Who looks at the timetable; apart from the shop's own session in every respect. */
export const studentSession = stored<{ code: string } | null>('tkbSession', (found) =>
  isRecord(found) && found.code === DEMO_STUDENT.code ? { code: DEMO_STUDENT.code } : null,
);

/** @returns whether the pair is the demo student's, who is then signed in */
export function signInStudent(code: string, password: string): boolean {
  if (code !== DEMO_STUDENT.code || password !== DEMO_STUDENT.password) return false;
  studentSession.set({ code });
  return true;
}
