import { SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who is asking: the signed-in user, as the guard found them. */
export interface Principal {
  id: number;
  isAdmin: boolean;
  /** An administrator without the second factor that the shop requires: `isAdmin` is false until they set it up. */
  lacksTwoFactor?: true;
  /** The login that the access token belongs to. */
  loginId: string;
}

/** Every call is closed unless it says otherwise. */
export const ACCESS = 'access';
export type Access = 'public' | 'admin';

/** Opens a call to everyone; a signed-in caller is still known, a bad token is an anonymous visitor. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
/** Narrows a call to administrators: 403 for everyone else. */
export const Admin = () => SetMetadata(ACCESS, 'admin' satisfies Access);

/** The signed-in caller. Only on calls that are not public. */
export const Me = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  if (!user) throw new Error('@Me() stands on a call that is open to anonymous visitors');
  return user;
});

/** Who changes something in the back office, and from which address: what the audit log says of them. */
export interface Actor extends Principal {
  address: string;
}

/** The signed-in caller of a call whose effect goes into the audit log, see `audit`. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const actor = actorOf(context);
  if (!actor) throw new Error('@By() stands on a call that is open to anonymous visitors');
  return actor;
});

/** The administrator who makes a call that is open to everyone; null for everyone else. */
export const ByAdmin = createParamDecorator((_data: unknown, context: ExecutionContext): Actor | null => {
  const actor = actorOf(context);
  return actor?.isAdmin ? actor : null;
});

function actorOf(context: ExecutionContext): Actor | null {
  const { user, ip = '' } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  return user ? { ...user, address: ip.replace(/^::ffff:(?=\d+\.)/i, '') } : null;
}
