import type { ExpressionBuilder } from 'kysely'
import type { Tables } from './schema.ts'

/** How many nodes are in the trash because this one was deleted, itself included. */
export const countDeletedWith = (nodes: ExpressionBuilder<Tables, 'nodes'>) =>
  nodes
    .selectFrom('nodes as along')
    .whereRef('along.plan_id', '=', 'nodes.plan_id')
    .whereRef('along.deleted_with', '=', 'nodes.id')
    .where('along.deleted_at', 'is not', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
