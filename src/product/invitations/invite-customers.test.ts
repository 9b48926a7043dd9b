import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { type InviteResult, invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let opened: TestDeps
let space: SpaceFixture
beforeAll(async () => {
	opened = await openTestDeps({ SITE_URL: 'http://localhost:3000', RATE_LIMITS: 'off' })
	space = await createSpace(opened.database)
})
afterAll(() => opened.close())

const ask = (recipients: unknown, options?: Parameters<typeof invite>[3]) =>
	invite(opened.deps.db, space, recipients, options)
const outcomes = (results: InviteResult[]) =>
	results.map(({ position, email, state, reason }) => [position, email, state ?? reason])
const run = <Row extends object>(query: string, values: unknown[] = []) => asOwner<Row>(opened.database, query, values)
const decline = (email: string) =>
	run('insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2))', [
		space.space_id,
		email,
	])

async function addMember(role: string): Promise<string> {
	const id = randomUUID()
	await run('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.test`])
	await run('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [
		space.space_id,
		id,
		role,
	])
	return id
}

it('every recipient gets a row in order, with its state or its reason', async () => {
	await decline('declined@b.example')
	await ask([{ email: 'before@b.example' }])
	const list = [
		{ email: 'Ana@B.example', name: 'Ana', company: 'Bowls', note: 'Owl workshop' },
		{ email: 'nobody' },
		{},
		{ email: 'BEFORE@b.example' },
		{ email: 'declined@b.example' },
		{ email: ' ana@b.example ' },
		'ana@b.example',
		null,
		{ email: { is: 'odd' } },
		{ email: 'eva@bücher.example' },
	]
	const results = await ask(list)
	expect(outcomes(results)).toEqual([
		[1, 'ana@b.example', 'queued'],
		[2, 'nobody', 'bad address'],
		[3, null, 'bad address'],
		[4, 'before@b.example', 'asked before'],
		[5, 'declined@b.example', 'declined before'],
		[6, 'ana@b.example', 'twice in the list'],
		[7, null, 'bad address'],
		[8, null, 'bad address'],
		[9, '{"is": "odd"}', 'bad address'],
		[10, 'eva@xn--bcher-kva.example', 'queued'],
	])
	const stored = await run('select id, email, name, company, note, state from public.invitations where email = $1', [
		'ana@b.example',
	])
	expect(stored).toEqual([
		{
			id: results[0]?.invitation_id,
			email: 'ana@b.example',
			name: 'Ana',
			company: 'Bowls',
			note: 'Owl workshop',
			state: 'queued',
		},
	])
})

it('of ten thousand recipients the good ones are asked once, and each other one has its reason', async () => {
	const kinds = [
		(n: number) => `person-${n}@many.example`,
		() => 'Person-0@MANY.example',
		(n: number) => `broken-${n}@bakery`,
		(n: number) => `kunde-${n}@bücher.example`,
		(n: number) => `иван-${n}@пример.example`,
		(n: number) => `evil-${n}@many.example\r\nBcc: all@many.example`,
		(n: number) => `"evil-${n}\nSubject: x"@many.example`,
		(n: number) => `a-${n}@many.example,b-${n}@many.example`,
	]
	const list = Array.from({ length: 10_000 }, (_, n) => ({ email: kinds[n % kinds.length]?.(n) ?? '' }))
	const results = await ask(list)
	const tally = Map.groupBy(results, ({ position, state, reason }) => `${(position - 1) % 8} ${state ?? reason}`)
	expect(Object.fromEntries([...tally].map(([kind, { length }]) => [kind, length]))).toEqual({
		'0 queued': 1250,
		'1 twice in the list': 1250,
		'2 bad address': 1250,
		'3 queued': 1250,
		'4 bad address': 1250,
		'5 bad address': 1250,
		'6 bad address': 1250,
		'7 bad address': 1250,
	})
	const odd = "select email from public.invitations where email !~ '^[a-z0-9-]+@[a-z0-9.-]+$'"
	expect(await run(odd)).toEqual([])
})

it('names are stored on one line without invisible characters, and cut at 120 characters', async () => {
	await ask([
		{ email: 'odd@b.example', name: ' Ana\r\nBcc: eva@b.example\u202e ', company: 'x'.repeat(500), note: '\u200b' },
	])
	expect(await run("select name, company, note from public.invitations where email = 'odd@b.example'")).toEqual([
		{ name: 'Ana Bcc: eva@b.example', company: 'x'.repeat(120), note: null },
	])
})

it('an address is asked again after 90 days, and at once when its invitation failed', async () => {
	await ask([{ email: 'failed@b.example' }, { email: 'old@b.example' }, { email: 'answered@b.example' }])
	const become = (email: string, change: string) =>
		run(`update public.invitations set ${change} where email = '${email}'`)
	await become('failed@b.example', "state = 'failed', failure = 'no'")
	await become('old@b.example', "state = 'expired', sent_at = now() - interval '91 days'")
	await become(
		'answered@b.example',
		"state = 'answered', sent_at = now() - interval '91 days', answered_at = now() - interval '89 days'",
	)
	const again = await ask([{ email: 'failed@b.example' }, { email: 'old@b.example' }, { email: 'answered@b.example' }])
	expect(again.map(({ state, reason }) => state ?? reason)).toEqual(['queued', 'queued', 'asked before'])
})

it('an address that declined is never asked again, also after its invitation was deleted', async () => {
	const [asked] = await ask([{ email: 'never@b.example' }])
	await decline('never@b.example')
	await run('delete from public.invitations where id = $1', [asked?.invitation_id])
	expect(outcomes(await ask([{ email: 'never@b.example' }]))).toEqual([[1, 'never@b.example', 'declined before']])
	const other = await createSpace(opened.database)
	expect((await invite(opened.deps.db, other, [{ email: 'never@b.example' }]))[0]?.state).toBe('queued')
})

it('two editors who send the same list at once ask each address once', async () => {
	const editor = await addMember('editor')
	const list = Array.from({ length: 300 }, (_, n) => ({ email: `same-${n}@b.example` }))
	const answers = await Promise.all([ask(list), ask(list.toReversed(), { by: editor }), ask(list, { by: editor })])
	const queued = answers.flat().filter(({ state }) => state === 'queued')
	expect(new Set(queued.map(({ email }) => email)).size).toBe(300)
	expect(queued).toHaveLength(300)
	expect(
		new Set(
			answers
				.flat()
				.filter(({ state }) => !state)
				.map(({ reason }) => reason),
		),
	).toEqual(new Set(['asked before']))
	expect(await run("select from public.invitations where email like 'same-%'")).toHaveLength(300)
	expect(
		await run(
			"select from private.invitation_mails m join public.invitations i on i.id = m.invitation_id where i.email like 'same-%'",
		),
	).toHaveLength(300)
})

it('only editors and owners invite, and other callers cannot tell whether a form exists', async () => {
	const viewer = await addMember('viewer')
	const former = await addMember('editor')
	await run('delete from public.space_members where user_id = $1', [former])
	const other = await createSpace(opened.database)
	for (const by of [viewer, former, other.owner, randomUUID()])
		for (const form_id of [space.form_id, randomUUID()])
			await expect(
				invite(opened.deps.db, { ...space, form_id }, [{ email: 'x@b.example' }], { by }),
			).rejects.toMatchObject({
				code: '42501',
				message: 'Only editors and owners of a space may invite its customers.',
			})
	const anonymous = opened.deps.db.as({ role: 'anon' }, (tx) =>
		tx.final(sql`select public.invite_customers(${space.form_id}, '[]'::jsonb, 'x', 'x')`),
	)
	await expect(anonymous).rejects.toMatchObject({ code: '42501' })
})

it('a call with a text, list or number out of its limits is refused in a sentence', async () => {
	const one = [{ email: 'one@b.example' }]
	const many = Array.from({ length: 10_001 }, () => ({}))
	for (const [recipients, options, column] of [
		[[], {}, 'recipients'],
		[{}, {}, 'recipients'],
		[many, {}, 'recipients'],
		[one, { subject: ' ' }, 'subject'],
		[one, { subject: 'x'.repeat(201) }, 'subject'],
		[one, { subject: 'A\nBcc: eva@b.example' }, 'subject'],
		[one, { subject: 'For {nmae}' }, 'subject'],
		[one, { message: '\n' }, 'message'],
		[one, { message: 'x'.repeat(5001) }, 'message'],
		[one, { message: 'a\u0001b' }, 'message'],
		[one, { message: 'Dear {company},' }, 'message'],
		[one, { remindAfterDays: 0 }, 'remind_after_days'],
		[one, { remindAfterDays: 61 }, 'remind_after_days'],
	] as const)
		await expect(ask(recipients, options)).rejects.toMatchObject({ code: '22023', column })
	await run('update public.forms set is_open = false where id = $1', [space.form_id])
	await expect(ask(one)).rejects.toMatchObject({
		code: '22023',
		message: 'This form is closed. Open it before you invite customers.',
	})
	await run('update public.forms set is_open = true where id = $1', [space.form_id])
	expect(await run("select from public.invitations where email = 'one@b.example'")).toEqual([])
})

it('a space queues no more than it may send in a week, and all spaces of an account five times as many', async () => {
	const limits =
		"insert into private.limits (name, most) values ('invitations_daily', 2) on conflict (name) do update set most = excluded.most"
	await run(limits)
	const list = (name: string, count: number) =>
		Array.from({ length: count }, (_, n) => ({ email: `${name}-${n}@b.example` }))
	const limited = await createSpace(opened.database)
	const count = async (where: SpaceFixture, name: string, wanted: number) => {
		const results = await invite(opened.deps.db, where, list(name, wanted))
		expect(results.slice(0, 3).every(({ position }, n) => position === n + 1)).toBe(true)
		return [results.filter(({ state }) => state).length, results.filter(({ reason }) => reason === 'budget').length]
	}
	expect(await count(limited, 'first', 10)).toEqual([10, 0])
	expect(await count(limited, 'second', 10)).toEqual([4, 6])
	const others = await Promise.all([1, 2, 3, 4, 5].map(() => createSpace(opened.database)))
	for (const other of others)
		await run('update private.made_spaces set user_id = $1 where space_id = $2', [limited.owner, other.space_id])
	const queued = []
	for (const [n, other] of others.entries()) queued.push((await count(other, `other-${n}`, 20))[0])
	expect(queued).toEqual([14, 14, 14, 14, 0])
	await run("delete from private.limits where name = 'invitations_daily'")
})
