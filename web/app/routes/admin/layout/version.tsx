/** Set by the build, see backend/launch/build/build-info.mjs; missing where the sources run unbuilt. */
declare const MAY_BUILD: { version: string; commit: string } | undefined;

/** The footer of the back office: which build runs, for a report to support. */
export function Version() {
  const build = typeof MAY_BUILD === 'undefined' ? { version: 'phát triển', commit: 'chưa rõ' } : MAY_BUILD;
  return (
    <footer className="px-3 py-6 text-xs text-muted sm:px-5 lg:px-8 print:hidden">
      Phiên bản {build.version} · {build.commit}
    </footer>
  );
}
