import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileRequests, openHostileRequests } from '#test/support/rest/hostile-requests.ts'
import { marker } from '#test/support/rest/injection-attacks.ts'
import { unexpectedTokens } from '#test/support/rest/sql-tokens.ts'

let requests: HostileRequests
beforeAll(async () => {
	requests = await openHostileRequests()
})
afterAll(() => requests.close())

it('hostile text in any place of a request never becomes part of a statement', () => requests.sendRandom(500))

it('the tokenizer detects hostile text inside a statement', () => {
	const { names } = requests
	expect(unexpectedTokens('select "id" from "public"."books" where t0."id" = $1', names)).toEqual([])
	expect(unexpectedTokens(`select "${marker}" from "public"."books"`, names)).toEqual([`"${marker}"`])
	expect(unexpectedTokens(`select 1; drop table "books"`, names)).toEqual([';', 'drop', 'table'])
	expect(unexpectedTokens(`select '${marker}' -- x`, names)).toContain(`'${marker}'`)
	expect(unexpectedTokens('select pg_sleep(1)', names)).toEqual(['pg_sleep'])
})
