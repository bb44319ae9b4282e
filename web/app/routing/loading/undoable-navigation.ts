import { createPath, type Location, type Router } from '@remix-run/router';
import type { HashHistory } from '../hash/hash-history';
import { showLoadNotice } from './load-notice';

/**
 * Cancels a pending navigation. The router has no call for that, so another navigation leads back to the page that the first one
 * left. The data strategy answers it from the present data (`isRestoring`).
 */
export class UndoableNavigation {
  /** The location that is being restored; undefined at other times. */
  private restored: Location | undefined;

  constructor(
    private readonly router: () => Router,
    private readonly history: HashHistory,
  ) {
    // The entry keeps its key, by which Remix stores its scroll position.
    history.keyOf = () => this.restored?.key;
  }

  /** Whether a request for a path belongs to a navigation that leads back. */
  isRestoring(path: string): boolean {
    return this.restored !== undefined && path === pathAndQuery(this.restored);
  }

  /** Ends the pending navigation where it began. @param options.hasFailed shows a notice that repeats it */
  async undo({ hasFailed }: { hasFailed: boolean }): Promise<void> {
    const { location, navigation } = this.router().state;
    const target = navigation.location;
    const delta = await this.history.returnTo(location);
    if (hasFailed) showLoadNotice('navigation', () => this.repeat(target, delta));
    this.restored = location;
    try {
      await this.navigate(location, { replace: true, preventScrollReset: true });
    } finally {
      this.restored = undefined;
    }
  }

  /** @param delta the distance of a step back or forward, 0 for a link */
  private repeat(target: Location | undefined, delta: number): void {
    if (delta !== 0) this.history.go(delta);
    else if (target) void this.navigate(target);
  }

  private navigate(location: Location, options: { replace?: boolean; preventScrollReset?: boolean } = {}) {
    return this.router().navigate(createPath(location), { ...options, state: location.state as unknown });
  }
}

/** Path and query of a location, without its hash: what decides which data it needs. */
export const pathAndQuery = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;
