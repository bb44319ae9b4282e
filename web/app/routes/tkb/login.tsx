import type { MetaFunction } from '@remix-run/node';
import { Form, replace, useActionData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useRef } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { useHydrated } from '~/lib/use-hydrated';
import { DEMO_STUDENT, signInStudent, studentSession } from './student-session';

export const meta: MetaFunction = () => [
  { title: 'Đăng nhập · Thời khóa biểu (minh họa)' },
  { name: 'robots', content: 'noindex' },
];

/** Loads nothing. With a loader the server renders the form before the session is checked. */
export const loader = () => null;

export function clientLoader() {
  if (studentSession.get()) throw replace('/tkb');
  return null;
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (signInStudent(textOf(form, 'code').trim(), textOf(form, 'password'))) return replace('/tkb');
  return { error: 'Sai tài khoản hoặc mật khẩu!' };
}

export default function StudentLogin() {
  const answer = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  const isHydrated = useHydrated();
  const code = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  function fillIn() {
    if (code.current) code.current.value = DEMO_STUDENT.code;
    if (password.current) password.current.value = DEMO_STUDENT.password;
  }

  return (
    <main id="main" className="grid min-h-dvh place-content-center px-4 py-10">
      <div className="grid w-full max-w-md gap-6 rounded-xl border border-line bg-surface p-6 sm:p-10">
        <header className="grid gap-2">
          <p className="text-sm font-medium text-accent">Cổng sinh viên</p>
          <h1 className="text-2xl">Thời khóa biểu</h1>
        </header>
        <Alert
          tone="warning"
          action={
            <Button variant="outline" size="sm" disabled={!isHydrated} onClick={fillIn}>
              Điền giúp tôi
            </Button>
          }
        >
          Trang minh họa, không có trường học thật. Tài khoản <code className="font-bold">{DEMO_STUDENT.code}</code>,
          mật khẩu <code className="font-bold">{DEMO_STUDENT.password}</code>.
        </Alert>
        {answer && <Alert tone="danger">{answer.error}</Alert>}
        <Form method="post" noValidate className="grid gap-5">
          <TextField ref={code} label="Mã sinh viên" name="code" autoComplete="off" autoCapitalize="characters" />
          <TextField ref={password} label="Mật khẩu" name="password" type="password" autoComplete="off" />
          <Button type="submit" size="lg" isBusy={isBusy} disabled={!isHydrated}>
            Đăng nhập
          </Button>
        </Form>
      </div>
    </main>
  );
}
