import { SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The signed-in caller, set by the guard. */
export interface Principal {
  id: number;
  isAdmin: boolean;
  /** An administrator without the second factor that the shop requires: `isAdmin` is false until they set it up. */
  lacksTwoFactor?: true;
  /** The key of the account's e-mail while nobody has proved to own its mailbox: it may be a stranger's. */
  unprovedMailbox?: string;
  /** The login that the access token belongs to; empty for an API key. */
  loginId: string;
  /** The key of the integration that calls in the name of this administrator. */
  apiKey?: { id: number; name: string };
}

/** Metadata key of a route's access. Without it a route needs a signed-in caller. */
export const ACCESS = 'access';
export type Access = 'public' | 'admin';

/** Opens a route to everyone. A signed-in caller is still known; an invalid token counts as anonymous. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
/** Restricts a route to administrators: 403 for everyone else. */
export const Admin = () => SetMetadata(ACCESS, 'admin' satisfies Access);

/** The signed-in caller. Only on calls that are not public. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  if (!user) throw new Error('@CurrentUser() is used on a route that is open to anonymous visitors');
  return user;
});

/** The author of a change in the back office and their IP address, for the audit log. */
export interface Actor extends Principal {
  address: string;
}

/** Parameter decorator: the signed-in caller of a call that the audit log records, see `audit`. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const actor = actorOf(context);
  if (!actor) throw new Error('@CurrentActor() is used on a route that is open to anonymous visitors');
  return actor;
});

/** The signed-in caller on a public route; null for a visitor. */
export const OptionalUser = createParamDecorator((_data: unknown, context: ExecutionContext): Principal | null => {
  return context.switchToHttp().getRequest<Request & { user?: Principal }>().user ?? null;
});

/** The calling administrator on a public route; null for everyone else. */
export const CurrentAdmin = createParamDecorator((_data: unknown, context: ExecutionContext): Actor | null => {
  const actor = actorOf(context);
  return actor?.isAdmin ? actor : null;
});

function actorOf(context: ExecutionContext): Actor | null {
  const { user, ip = '' } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  return user ? { ...user, address: ip.replace(/^::ffff:(?=\d+\.)/i, '') } : null;
}
