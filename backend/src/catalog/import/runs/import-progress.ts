import type { EntityManager } from 'typeorm';
import { recordAudit } from '../../../audit/audit.js';
import type { ImportCounts } from '../../../contract/catalog/imports.js';
import { ImportRun } from './import-run.entity.js';

/** The columns that a committed batch increments. */
export function progressOf({ products, created, updated, unchanged, variants, warnings }: ImportCounts) {
  return {
    position: () => `position + ${products}`,
    created: () => `created + ${created}`,
    updated: () => `updated + ${updated}`,
    unchanged: () => `unchanged + ${unchanged}`,
    variants: () => `variants + ${variants}`,
    warnings: () => `warnings + ${warnings}`,
  };
}

/** Records one audit entry for the whole import. */
export async function recordImport(tx: EntityManager, id: number): Promise<void> {
  const run = await tx.findOneByOrFail(ImportRun, { id });
  const { created, updated, unchanged, variants, warnings, position: products } = run;
  const actor = { id: run.userId, address: run.ipAddress };
  const after = { products, created, updated, unchanged, variants, warnings };
  await recordAudit(tx, actor, { action: 'import', subject: 'catalogue', name: run.fileName, after });
}
