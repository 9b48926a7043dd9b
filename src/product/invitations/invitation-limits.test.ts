import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { syncLimits } from '#product/spaces/sync-limits.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createInvitationSender } from './invitation-sender.ts'

let opened: TestDeps
let space: SpaceFixture
const open = async (settings: Record<string, string>) => {
	opened = await openTestDeps({ SITE_URL: 'https://praise.example', ...settings })
	await syncLimits(opened.deps)
	space = await createSpace(opened.database)
}
afterEach(() => opened.close())
beforeEach(() => open({ INVITATIONS_HOURLY: '5', INVITATIONS_DAILY: '12' }))

const run = <Row extends object = Record<string, unknown>>(query: string, values: unknown[] = []) =>
	asOwner<Row>(opened.database, query, values)
const ask = (where: SpaceFixture, count: number, options?: Parameters<typeof invite>[3]) =>
	invite(
		opened.deps.db,
		where,
		Array.from({ length: count }, (_, n) => ({ email: `person-${n}@b.example` })),
		options,
	)
const work = (nodes = 1) =>
	Promise.all(Array.from({ length: nodes }, () => createInvitationSender(opened.deps).sendDue()))
const sent = async () => (await run('select from private.invitation_mails where sent_at is not null')).length
const turnTheHour = async () => {
	// Told apart by their length: in the first hour of a day, the budgets of hour and day begin together.
	await run(`delete from private.space_budgets b using public.spaces s, private.invitation_limits(s.id) l
		where b.key = private.key_hash(l.key) and l.until - l.since = interval '1 hour'`)
	await run('update private.invitation_queues set due_at = now()')
}
const progress = async (by: string, role: 'authenticated' | 'anon' = 'authenticated') => {
	const [row] = await opened.deps.db.as({ role, sub: by }, (tx) =>
		tx.final<{ p: Record<string, unknown> }>(sql`select public.invitation_progress(${space.space_id}) as p`),
	)
	return row?.p
}

it('a space sends so many mails an hour and a day, on however many nodes', async () => {
	await ask(space, 20)
	await work(3)
	expect(await sent()).toBe(5)
	await work()
	expect(await sent()).toBe(5)
	await turnTheHour()
	await work(3)
	expect(await sent()).toBe(10)
	await turnTheHour()
	await work()
	expect(await sent()).toBe(12)
	const [next] = await run<{ next: Date; midnight: Date }>(
		"select due_at as next, date_trunc('day', now()) + interval '1 day' as midnight from private.invitation_queues",
	)
	expect(next?.next).toEqual(next?.midnight)
})

it('all spaces of one account send five times as many together', async () => {
	const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createSpace(opened.database)))
	await run('update private.made_spaces set user_id = $1', [space.owner])
	for (const other of [space, ...others]) await ask(other, 6)
	await work(2)
	expect(await sent()).toBe(25)
})

it('a space of another account is not held up', async () => {
	await ask(space, 30)
	await work()
	const other = await createSpace(opened.database)
	await ask(other, 2)
	await work()
	expect(await sent()).toBe(7)
})

it('without rate limits everything is sent at once', async () => {
	await opened.close()
	await open({ RATE_LIMITS: 'off', INVITATIONS_HOURLY: '1', INVITATIONS_DAILY: '1' })
	await ask(space, 20)
	await work()
	expect(await sent()).toBe(20)
	expect(await progress(space.owner)).toMatchObject({ hourly: null, daily: null, next_at: null })
})

it('only members see how far the queue is', async () => {
	await ask(space, 7)
	await work()
	expect(await progress(space.owner)).toEqual({
		states: { sent: 5, queued: 2 },
		sent_this_hour: 5,
		sent_today: 5,
		hourly: 5,
		daily: 12,
		next_at: expect.stringMatching(/:00:00\+00:00$/),
		put_off: 0,
	})
	const stranger = await createSpace(opened.database)
	await expect(progress(stranger.owner)).rejects.toMatchObject({ code: '42501' })
	await expect(progress(space.owner, 'anon')).rejects.toMatchObject({ code: '42501' })
})

it('an attempt that sent nothing takes nothing from the budget', async () => {
	await ask(space, 3)
	const { config } = opened.deps
	const away = { ...opened.deps, mail: { ...opened.deps.mail, deliver: () => Promise.reject(new Error('away')) } }
	expect(config.RATE_LIMITS).toBe(true)
	await createInvitationSender(away).sendDue()
	expect(await run('select distinct used from private.space_budgets')).toEqual([{ used: 0 }])
	expect(await progress(space.owner)).toMatchObject({ states: { queued: 3 }, put_off: 3 })
})

it('one mailbox gets five invitations a day from all spaces together, whatever tags its address bears', async () => {
	await opened.close()
	await open({ INVITATIONS_HOURLY: '50', INVITATIONS_DAILY: '50' })
	const other = await createSpace(opened.database)
	const victims = [0, 1, 2, 3].map((tag) => ({ email: `victim+${tag}@b.example` }))
	await invite(opened.deps.db, space, [...victims, { email: 'Someone.Else@gmail.com' }])
	await invite(opened.deps.db, other, [...victims, { email: 'someoneelse+x@googlemail.com' }])
	await work(3)
	const toMailbox = () =>
		run<{ n: number }>(
			`select count(*)::int as n from private.invitation_mails m join public.invitations i on i.id = m.invitation_id
			where m.sent_at is not null group by split_part(i.email, '@', 2) = 'b.example' order by 1`,
		)
	expect(await toMailbox()).toEqual([{ n: 2 }, { n: 5 }])
	const [next] = await run<{ is_tomorrow: boolean }>(
		"select bool_and(due_at = date_trunc('day', now()) + interval '1 day') as is_tomorrow from private.invitation_mails where sent_at is null",
	)
	expect(next?.is_tomorrow).toBe(true)
	await run("update private.space_budgets set hour = hour - interval '1 day'")
	await run('update private.invitation_mails set due_at = now() where sent_at is null')
	await run('update private.invitation_queues set due_at = now()')
	await work(3)
	expect(await toMailbox()).toEqual([{ n: 2 }, { n: 8 }])
})

it('a mailbox that got its invitations holds up no other address in the list', async () => {
	await opened.close()
	await open({ INVITATIONS_HOURLY: '500', INVITATIONS_DAILY: '500' })
	const victims = Array.from({ length: 30 }, (_, tag) => ({ email: `victim+${tag}@b.example` }))
	await invite(opened.deps.db, space, [...victims, { email: 'ines@b.example' }])
	await work()
	expect(await sent()).toBe(6)
})

it('a mail that the limits of its space hold back takes nothing from its mailbox', async () => {
	await ask(space, 7)
	await work()
	await turnTheHour()
	await work()
	const used = await run<{ used: number }>(
		`select b.used from public.invitations i join private.space_budgets b on b.key = private.invitation_mailbox(i.email)`,
	)
	expect(used).toEqual(Array.from({ length: 7 }, () => ({ used: 1 })))
})

it('the queue of an account that is banned is not sent, reminders included', async () => {
	await ask(space, 2, { remindAfterDays: 1 })
	await work()
	await invite(opened.deps.db, space, [{ email: 'late@b.example' }])
	await run("update auth.users set banned_until = now() + interval '1 day' where id = $1", [space.owner])
	await run('update private.invitation_mails set due_at = now() where sent_at is null')
	await run('update private.invitation_queues set due_at = now()')
	await work()
	expect(await sent()).toBe(2)
	expect(await run('select from private.invitation_mails where sent_at is null')).toEqual([])
	expect(await run("select failure from public.invitations where state = 'failed'")).toEqual([
		{ failure: 'The account that sent this invitation was suspended.' },
	])
})
