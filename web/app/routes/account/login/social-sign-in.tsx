import { queryString } from '~/api/http/client';
import { buttonStyle } from '~/components/form/button';

/** Buttons for sign-in by Google or Facebook. One without keys is disabled. */
export function SocialSignIn({
  providers,
  redirect,
}: {
  providers: { google: boolean; facebook: boolean };
  /** Path to open afterwards. */
  redirect: string | null;
}) {
  const query = queryString({ redirect });
  const choices = [
    { name: 'Google', href: `/auth/google/${query}`, isOn: providers.google },
    { name: 'Facebook', href: `/auth/facebook/${query}`, isOn: providers.facebook },
  ];
  return (
    <section aria-label="Cách đăng nhập khác" className="grid gap-4">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        hoặc
      </p>
      <div className="grid grid-cols-2 gap-3">
        {choices.map(({ name, href, isOn }) =>
          isOn ? (
            <a key={name} href={href} className={buttonStyle({ variant: 'outline' })}>
              {name}
            </a>
          ) : (
            <button
              key={name}
              type="button"
              disabled
              title={`Đăng nhập bằng ${name} chưa được bật`}
              className={buttonStyle({ variant: 'outline' })}
            >
              {name}
            </button>
          ),
        )}
      </div>
    </section>
  );
}
