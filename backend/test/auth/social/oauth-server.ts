import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a visitor was sent to the provider with. */
interface Asked {
  clientId: string;
  redirectUri: string;
  challenge: string;
}

/** Google and Facebook as the shop sees them: an authorization server that insists on PKCE, and the profile behind it. */
export class OAuthStandIn {
  /** Who is signed in at the provider, as its profile call tells it. */
  person: Record<string, unknown> = {};
  /** Statuses that the next token calls fail with. */
  readonly failures: number[] = [];
  private readonly codes = new Map<string, Asked>();
  private readonly tokens = new Set<string>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async open(): Promise<OAuthStandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new OAuthStandIn(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** The person agrees to what the shop asked for. @returns the address that they are sent back to */
  agree(authorization: string): URL {
    const { searchParams } = new URL(authorization);
    const params = Object.fromEntries(searchParams) as Record<string, string>;
    expect(params).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    const code = randomUUID();
    this.codes.set(code, {
      clientId: params.client_id ?? '',
      redirectUri: params.redirect_uri ?? '',
      challenge: params.code_challenge ?? '',
    });
    const back = new URL(params.redirect_uri ?? '');
    back.search = new URLSearchParams({ code, state: params.state ?? '' }).toString();
    return back;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') {
      const isKnown = this.tokens.has(request.headers.authorization ?? '');
      return void (isKnown ? send(200, this.person) : send(401, {}));
    }
    const failure = this.failures.shift();
    if (failure) return void send(failure, {});
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const grant = this.codes.get(form.code ?? '');
    this.codes.delete(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.clientId === form.client_id &&
      grant.redirectUri === form.redirect_uri &&
      form.client_secret === `secret of ${form.client_id}`;
    if (!isRight) return void send(400, { error: 'invalid_grant' });
    const token = randomUUID();
    this.tokens.add(`Bearer ${token}`);
    send(200, { access_token: token, token_type: 'Bearer' });
  }
}
