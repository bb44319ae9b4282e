// @ts-nocheck: no TypeScript project here knows a browser.
/**
 * Replaces Stripe.js while the payment sandbox is in use. It defines `window.Stripe` with the part of the interface that the
 * shop's card form uses (https://docs.stripe.com/js): elements() with one element, events, appearance variables,
 * confirmPayment, confirmCardPayment. The card's number chooses a test payment method; the sandbox's API, beside the
 * address that served this script, decides the result.
 *
 * It runs in the browser as it stands, unbundled, as Stripe's does.
 */
(() => {
  'use strict';

  const API = new URL('../v1/', document.currentScript.src);

  /** Stripe's test numbers (https://docs.stripe.com/testing) and the payment methods they stand for. */
  const TEST_CARDS = [
    { number: '4242424242424242', method: 'pm_card_visa', label: 'Thành công' },
    { number: '4000000000000002', method: 'pm_card_visa_chargeDeclined', label: 'Bị từ chối' },
    { number: '4000000000009995', method: 'pm_card_chargeDeclinedInsufficientFunds', label: 'Không đủ tiền' },
  ];

  const HTML = `
    <p class="notice"><strong>Thẻ thử nghiệm.</strong> Cửa hàng đang chạy với cổng thanh toán mô phỏng:
      không có tiền thật. Đừng nhập số thẻ thật.</p>
    <div class="samples" role="group" aria-label="Điền một thẻ thử"></div>
    <label class="wide">Số thẻ
      <input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"></label>
    <label>Ngày hết hạn
      <input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="7"></label>
    <label>Mã bảo mật
      <input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"></label>
    <p class="error" id="error" role="alert" hidden></p>`;

  const CSS = `
    :host { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; font: 16px/1.5 var(--fontFamily, system-ui, sans-serif);
      color: var(--colorText, #1a1a1a); }
    .notice, .samples, .wide, .error { grid-column: 1 / -1; margin: 0; }
    .notice { padding: 12px 14px; border-left: 3px solid var(--colorWarning, #7a4d00); font-size: 14px;
      background: color-mix(in srgb, var(--colorWarning, #7a4d00) 9%, var(--colorBackground, #fff)); }
    .samples { display: flex; flex-wrap: wrap; gap: 8px; }
    button { min-height: 40px; padding: 0 14px; border: 1px solid var(--colorTextPlaceholder, #757575); border-radius: 20px;
      background: var(--colorBackground, #fff); color: inherit; font: inherit; font-size: 14px; cursor: pointer; }
    label { display: grid; gap: 6px; font-size: 14px; font-weight: 500; min-width: 0; }
    input { box-sizing: border-box; width: 100%; min-height: 48px; padding: 0 14px; font: inherit; font-size: 16px; font-weight: 400;
      color: inherit; border: 1px solid var(--colorTextPlaceholder, #757575); border-radius: var(--borderRadius, 4px);
      background: var(--colorBackground, #fff); font-variant-numeric: tabular-nums; }
    input::placeholder { color: var(--colorTextPlaceholder, #757575); }
    input[aria-invalid='true'] { border-color: var(--colorDanger, #b3231b); }
    :focus-visible { outline: 2px solid var(--colorPrimary, #0e5a4a); outline-offset: 2px; }
    .error { color: var(--colorDanger, #b3231b); font-size: 14px; }
    [hidden] { display: none; }`;

  const digitsOf = (text) => text.replace(/\D/g, '');
  const grouped = (digits) => digits.replace(/(.{4})(?=.)/g, '$1 ');

  /** The check digit of ISO/IEC 7812: doubling every second digit from the right, the sum is a multiple of ten. */
  function passesLuhn(digits) {
    const sum = [...digits].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  /** The last moment of a card's month, "12 / 30"; NaN for a month that does not exist. */
  function endOf(expiry) {
    const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
    return month >= 1 && month <= 12 ? Date.UTC(year, month) : NaN;
  }

  const invalid = (code, field, message) => ({ type: 'validation_error', code, field, message });

  /** Stripe's error for what was typed, or nothing. */
  function problemOf({ number, expiry, cvc }) {
    if (number.length < 13) return invalid('incomplete_number', 'number', 'Số thẻ của bạn chưa đầy đủ.');
    if (!passesLuhn(number)) return invalid('invalid_number', 'number', 'Số thẻ của bạn không hợp lệ.');
    if (expiry.length < 4) return invalid('incomplete_expiry', 'expiry', 'Ngày hết hạn của thẻ chưa đầy đủ.');
    if (!(endOf(expiry) > Date.now())) return invalid('invalid_expiry_year_past', 'expiry', 'Thẻ của bạn đã hết hạn.');
    if (cvc.length < 3) return invalid('incomplete_cvc', 'cvc', 'Mã bảo mật của thẻ chưa đầy đủ.');
  }

  class Element {
    #host;
    #root;
    #listeners = new Map();
    #isReady = false;

    constructor(type, appearance) {
      this.type = type;
      this.appearance = appearance;
    }

    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      this.#host = document.createElement('div');
      parent.replaceChildren(this.#host);
      this.#root = this.#host.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
      this.#root.adoptedStyleSheets = [sheet];
      this.#root.innerHTML = HTML;
      this.paint(this.appearance);
      for (const card of TEST_CARDS) this.#offer(card);
      this.#root.addEventListener('input', (event) => this.#onInput(event.target));
      this.#root.addEventListener('keydown', ({ key, target }) => {
        if (key === 'Enter' && target.name) this.#host.closest('form')?.requestSubmit();
      });
      this.#root.addEventListener('focusin', () => this.#emit('focus', { elementType: this.type }));
      this.#root.addEventListener('focusout', () => this.#emit('blur', { elementType: this.type }));
      setTimeout(() => {
        this.#isReady = true;
        this.#emit('ready', { elementType: this.type });
      });
    }

    unmount() {
      this.#host?.remove();
      this.#host = this.#root = undefined;
      this.#isReady = false;
    }

    destroy() {
      this.unmount();
      this.#listeners.clear();
    }

    on(event, listener) {
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
      if (event === 'ready' && this.#isReady) listener({ elementType: this.type });
      return this;
    }

    off(event, listener) {
      if (listener) this.#listeners.get(event)?.delete(listener);
      else this.#listeners.delete(event);
      return this;
    }

    once(event, listener) {
      const first = (detail) => {
        this.off(event, first);
        listener(detail);
      };
      return this.on(event, first);
    }

    update() {}

    focus() {
      this.#field('number')?.focus();
    }

    blur() {
      this.#root?.activeElement?.blur();
    }

    clear() {
      for (const input of this.#root?.querySelectorAll('input') ?? []) input.value = '';
      this.#show();
    }

    /** Takes over the variables of Stripe's Appearance API. */
    paint(appearance) {
      this.appearance = appearance;
      for (const [name, value] of Object.entries(appearance?.variables ?? {}))
        this.#host?.style.setProperty('--' + name, value);
    }

    get card() {
      const typed = (name) => digitsOf(this.#field(name)?.value ?? '');
      return { number: typed('number'), expiry: typed('expiry'), cvc: typed('cvc') };
    }

    /** Shows what is wrong with the card, at its field, and goes there. */
    check() {
      const problem = problemOf(this.card);
      this.#show(problem);
      if (problem) this.#field(problem.field).focus();
      return problem;
    }

    #field(name) {
      return this.#root?.querySelector('[name=' + name + ']');
    }

    #emit(event, detail) {
      for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(detail);
    }

    #offer({ number, label }) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label + ' · ' + number.slice(-4);
      button.addEventListener('click', () => {
        this.#field('number').value = grouped(number);
        this.#field('expiry').value = '12 / ' + String(new Date().getFullYear() + 3).slice(2);
        this.#field('cvc').value = '123';
        this.#show();
        this.#changed();
      });
      this.#root.querySelector('.samples').append(button);
    }

    #onInput(input) {
      const digits = digitsOf(input.value);
      // Only a growing text is laid out again: deleting must not meet a separator that comes back.
      const isAtEnd = input.selectionStart === input.value.length;
      if (isAtEnd && input.name === 'number') input.value = grouped(digits.slice(0, 19));
      if (isAtEnd && input.name === 'expiry' && digits.length > 2)
        input.value = digits.slice(0, 2) + ' / ' + digits.slice(2, 4);
      this.#show();
      this.#changed();
    }

    #changed() {
      const empty = Object.values(this.card).every((text) => text === '');
      this.#emit('change', { elementType: this.type, complete: !problemOf(this.card), empty, value: { type: 'card' } });
    }

    #show(problem) {
      const line = this.#root?.querySelector('.error');
      if (!line) return;
      line.hidden = !problem;
      line.textContent = problem?.message ?? '';
      for (const input of this.#root.querySelectorAll('input')) {
        const isWrong = input.name === problem?.field;
        input.setAttribute('aria-invalid', String(isWrong));
        if (isWrong) input.setAttribute('aria-describedby', 'error');
        else input.removeAttribute('aria-describedby');
      }
    }
  }

  class Elements {
    #element;

    constructor(options = {}) {
      this.options = options;
    }

    create(type) {
      if (this.#element?.type === type) throw new Error('Can only create one Element of type ' + type);
      this.#element = new Element(type, this.options.appearance);
      const destroy = this.#element.destroy.bind(this.#element);
      this.#element.destroy = () => {
        destroy();
        this.#element = undefined;
      };
      return this.#element;
    }

    getElement() {
      return this.#element ?? null;
    }

    update(options) {
      Object.assign(this.options, options);
      if (options.appearance) this.#element?.paint(options.appearance);
    }

    async submit() {
      const error = this.#element ? this.#element.check() : undefined;
      return error ? { error } : {};
    }

    async fetchUpdates() {
      return {};
    }
  }

  window.Stripe = function Stripe(publishableKey) {
    const unreachable = {
      type: 'api_connection_error',
      message: 'Không kết nối được tới cổng thanh toán. Vui lòng thử lại.',
    };

    async function call(path, fields) {
      const body = fields && new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
      try {
        const response = await fetch(new URL(path, API), {
          method: body ? 'POST' : 'GET',
          headers: { Authorization: 'Bearer ' + publishableKey },
          body,
        });
        const answer = await response.json();
        return response.ok ? { paymentIntent: answer } : { error: answer.error ?? unreachable };
      } catch {
        return { error: unreachable };
      }
    }

    const intentOf = (clientSecret) =>
      'payment_intents/' + encodeURIComponent(String(clientSecret).split('_secret_')[0]);

    async function confirm(element, clientSecret, returnUrl) {
      const problem = element.check();
      if (problem) return { error: problem };
      const test = TEST_CARDS.find(({ number }) => number === element.card.number);
      if (!test) {
        const message = 'Thẻ của bạn bị từ chối: cổng thanh toán mô phỏng chỉ nhận các thẻ thử nghiệm.';
        return { error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', message } };
      }
      return call(intentOf(clientSecret) + '/confirm', {
        client_secret: clientSecret,
        payment_method: test.method,
        return_url: returnUrl,
      });
    }

    return {
      elements: (options) => new Elements(options),

      async confirmPayment({
        elements,
        clientSecret = elements.options.clientSecret,
        confirmParams = {},
        redirect = 'always',
      }) {
        const result = await confirm(elements.getElement(), clientSecret, confirmParams.return_url);
        if (result.error || redirect === 'if_required') return result;
        const target = new URL(confirmParams.return_url);
        target.searchParams.set('payment_intent', result.paymentIntent.id);
        target.searchParams.set('payment_intent_client_secret', clientSecret);
        target.searchParams.set('redirect_status', result.paymentIntent.status);
        window.location.assign(target);
        return new Promise(() => {});
      },

      confirmCardPayment: (clientSecret, { payment_method: { card } }) => confirm(card, clientSecret),

      retrievePaymentIntent: (clientSecret) =>
        call(intentOf(clientSecret) + '?client_secret=' + encodeURIComponent(clientSecret)),

      // The React binding takes an object for Stripe's only when it has these.
      createToken: async () => ({ error: { type: 'invalid_request_error', message: 'Not part of the sandbox' } }),
      createPaymentMethod: async () => ({
        error: { type: 'invalid_request_error', message: 'Not part of the sandbox' },
      }),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  };
})();
