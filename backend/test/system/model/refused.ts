/** Thrown before anything has changed. */
export class Refused extends Error {
  constructor(readonly status: number) {
    super(`Refused with ${status}`);
  }
}

export const refuseIf = (isRefused: boolean, status: number): void => {
  if (isRefused) throw new Refused(status);
};
