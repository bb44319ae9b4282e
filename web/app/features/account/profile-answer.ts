import type { Failure } from '~/api/http/client';

/** What a form of this page came to. */
export interface ProfileAnswer {
  isDone?: true;
  /** Its fields are named as the form's are. */
  failure?: Failure;
}
