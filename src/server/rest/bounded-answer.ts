import type { Compiler } from './compiler.ts'

/**
 * The select of an answer whose body would fail the statement, and undo its writes, where it is too long: nobody may fill
 * the memory by asking for the same column a hundred times. `repeat` refuses such a length with 54000 before it begins.
 * @param columns each ends in its name
 */
export function boundedAnswer(c: Compiler, columns: readonly string[], from: string): string {
	const alias = c.alias('a')
	const body = `${alias}.body`
	const bounded = `case when octet_length(${body}) > ${c.limits.maxAnswerBytes} then repeat(${body}, 2147483647) else ${body} end as body`
	const names = columns.map((column) => column.slice(column.lastIndexOf(' ') + 1))
	const list = names.map((name) => (name === 'body' ? bounded : `${alias}.${name}`))
	return `select ${list.join(', ')} from (select ${columns.join(', ')} ${from}) ${alias}`
}

/** How PostgreSQL says it. */
export const tooLongWords = 'requested length too large'
