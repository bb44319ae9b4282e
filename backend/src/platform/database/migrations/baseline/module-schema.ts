/** One module's part of the baseline, as SQL. The parts of all modules run in the order of these fields. */
export interface ModuleSchema {
  tables: string;
  /** Views over its tables and those of earlier modules. */
  views?: string;
  /** Foreign keys to tables of later modules. */
  references?: string;
  functions?: string;
  triggers?: string;
}
