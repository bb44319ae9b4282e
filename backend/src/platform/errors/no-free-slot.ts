/** No slot became free in time: a connection to the database, or the turn for other scarce work. The caller may retry. */
export class NoFreeSlot extends Error {
  constructor() {
    super('No slot was free in time');
  }
}
