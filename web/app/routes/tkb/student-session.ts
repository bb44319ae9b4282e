import { isRecord, stored } from '~/lib/storage/stored';

/** The only student of the demo. The password is public: the sign-in page shows it. */
export const DEMO_STUDENT = { code: 'SV2024001', password: 'tkb123', name: 'Nguyễn Minh Anh' } as const;

/** The timetable's session, independent of the shop's. */
export const studentSession = stored<{ code: string } | null>('tkbSession', (value) =>
  isRecord(value) && value.code === DEMO_STUDENT.code ? { code: DEMO_STUDENT.code } : null,
);

/** Signs the demo student in. @returns false for a wrong code or password */
export function signInStudent(code: string, password: string): boolean {
  if (code !== DEMO_STUDENT.code || password !== DEMO_STUDENT.password) return false;
  studentSession.set({ code });
  return true;
}
