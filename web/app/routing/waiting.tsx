/** The placeholder of a page that only the browser can render, because it depends on the user or the cart. */
export function Waiting() {
  return (
    <main id="main" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-8 text-center">
      <span
        role="status"
        aria-label="Đang tải…"
        className="size-10 animate-spin rounded-full border-3 border-line border-t-accent"
      />
      <noscript>
        <p className="max-w-prose">
          Trang này cần JavaScript vì nó phụ thuộc vào tài khoản và giỏ hàng của bạn. Bạn vẫn có thể{' '}
          <a href="/search" className="underline">
            xem sản phẩm
          </a>{' '}
          mà không cần JavaScript.
        </p>
      </noscript>
    </main>
  );
}
