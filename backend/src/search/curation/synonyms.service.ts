import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { MAX_SYNONYMS } from '../../contract/rules.js';
import type { SaveSynonym, Synonym as SynonymView } from '../../contract/search/search.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { containing } from '../../platform/database/conditions.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { Actor } from '../../platform/http/access.js';
import { normalizeQuery } from '../text/words/normalized-query.js';
import { tokensOf } from '../text/words/tokens.js';
import { lockCuration } from './curation.locks.js';
import { Synonym } from './synonym.entity.js';

/** The owner's synonyms. Triggers notify every process of a change. */
@Injectable()
export class SynonymsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A slice of the synonyms, sorted by word, and the number of matches. @param search part of a word or a meaning */
  async list(
    search: string | undefined,
    { skip, take }: { skip: number; take: number },
  ): Promise<[SynonymView[], number]> {
    const query = this.db
      .createQueryBuilder(Synonym, 's')
      .orderBy('fold_vi(s.word)')
      .addOrderBy('s.word')
      .skip(skip)
      .take(take);
    if (search) {
      const words = `fold_vi(s.word || ' ' || array_to_string(s.meanings, ' '))`;
      query.where(`${words} LIKE fold_vi(:search)`, { search: containing(search) });
    }
    const [rows, count] = await query.getManyAndCount();
    return [rows.map(viewOf), count];
  }

  /** @throws ShopError 400 for a word that exists already or is its own meaning; 409 when there are too many */
  create(actor: Actor, body: SaveSynonym): Promise<SynonymView> {
    return inTransaction(this.db, async (tx) => {
      await lockCuration(tx);
      const wanted = await this.checked(tx, body);
      if ((await tx.count(Synonym)) >= MAX_SYNONYMS) throw tooMany();
      const saved = viewOf(await tx.save(Synonym, wanted));
      const { id, word: name } = saved;
      await recordAudit(tx, actor, { action: 'create', subject: 'synonym', id, name, after: auditSnapshot(saved) });
      return saved;
    });
  }

  /** @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 as `create` */
  update(actor: Actor, id: number, body: SaveSynonym): Promise<SynonymView> {
    return inTransaction(this.db, async (tx) => {
      await lockCuration(tx);
      const before = await one(tx, id);
      expectUnchanged(before, body.was, 'Từ đồng nghĩa');
      const wanted = await this.checked(tx, body, id);
      const after = viewOf(await tx.save(Synonym, { id, ...wanted }));
      const facts = { before: auditSnapshot(before), after: auditSnapshot(after) };
      await recordAudit(tx, actor, { action: 'update', subject: 'synonym', id, name: after.word, ...facts });
      return after;
    });
  }

  /** @throws ShopError 404 */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      await lockCuration(tx);
      const before = await one(tx, id);
      await tx.delete(Synonym, { id });
      await recordAudit(tx, actor, {
        action: 'delete',
        subject: 'synonym',
        id,
        name: before.word,
        before: auditSnapshot(before),
      });
    });
  }

  /** Validates a synonym and normalizes its words, without duplicates. */
  private async checked(
    tx: EntityManager,
    { word: typed, meanings: rawMeanings, is_two_way }: SaveSynonym,
    id?: number,
  ) {
    const word = readable(typed, 'word');
    const meanings = [...new Set(rawMeanings.map((meaning) => readable(meaning, 'meanings')))];
    if (meanings.includes(word)) throw ShopError.fields({ meanings: ['Nghĩa phải khác chính từ đó'] });
    const same = await tx.findOneBy(Synonym, { word });
    if (same && same.id !== id) throw ShopError.fields({ word: ['Từ này đã có trong danh sách'] });
    return { word, meanings, isTwoWay: is_two_way };
  }
}

/** @throws ShopError 400 for a text without letters and digits, which search ignores */
function readable(text: string, field: 'word' | 'meanings'): string {
  const normalized = normalizeQuery(text);
  if (tokensOf(normalized).length === 0) throw ShopError.fields({ [field]: ['Cần có chữ hoặc số'] });
  return normalized;
}

async function one(tx: EntityManager, id: number): Promise<SynonymView> {
  const synonym = await tx.findOneBy(Synonym, { id });
  if (!synonym) throw ShopError.notFound('Không tìm thấy từ đồng nghĩa.');
  return viewOf(synonym);
}

const viewOf = ({ id, word, meanings, isTwoWay }: Pick<Synonym, 'id' | 'word' | 'meanings' | 'isTwoWay'>) => ({
  id,
  word,
  meanings,
  is_two_way: isTwoWay,
});

const auditSnapshot = ({ word, meanings, is_two_way }: SynonymView) => ({ word, meanings, is_two_way });

const tooMany = () => new ShopError(409, `Đã có ${MAX_SYNONYMS} từ đồng nghĩa. Hãy xóa bớt những từ không còn cần.`);
