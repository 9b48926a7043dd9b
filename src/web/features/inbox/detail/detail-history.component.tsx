import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, jonas } from '#test/support/components/inbox.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'

const at = '2026-01-01T00:00:00+00:00'
const history = page.getByRole('region', { name: 'History' })
const consented = (actor: string, detail: Record<string, unknown>) => [
	{ testimonial_id: idAt(1), seq: 2, kind: 'consented', actor, at, detail },
]

beforeEach(() => {
	return page.viewport(1280, 800)
})

for (const [others, sentence] of [
	[4970, 'Approved by Jonas, with 4,970 others'],
	[1, 'Approved by Jonas, with 1 other'],
	['<b>', 'Approved by Jonas'],
] as const)
	test(`the history of a testimonial says how many a bulk action changed with it: ${others}`, async () => {
		answerInbox([{ author_name: 'Greta' }], {
			testimonial_events: [
				{
					testimonial_id: idAt(1),
					seq: 2,
					kind: 'approved',
					actor: jonas.user_id,
					at,
					detail: { from: 'pending', others },
				},
			],
		})
		await openScreen(`inbox/${idAt(1)}`, 'owner', space, [jonas])
		await expect.element(history).toMatchTextContent(new RegExp(`${sentence}$`))
	})

for (const [name, actor, detail, sentence] of [
	['a colleague', jonas.user_id, { scope: 'public' }, 'Permission stated by Jonas: public, with their name'],
	['the reader, before imports noted it', person.id, {}, 'Permission stated by you'],
	['the author', 'submitter', { scope: 'private' }, 'Consent given by its author: private'],
] as const)
	test(`the history of a testimonial names who stated its permission: ${name}`, async () => {
		answerInbox([{ author_name: 'Greta', source: 'import' }], { testimonial_events: consented(actor, detail) })
		await openScreen(`inbox/${idAt(1)}`, 'owner', space, [jonas])
		await expect.element(history).toMatchTextContent(sentence)
		await expect.element(history).not.toMatchTextContent('unknown')
	})

for (const [role, revoked, words] of [
	['owner', true, 'Approved by key Shop, revoked since'],
	['owner', false, 'Approved by key Shop'],
	['viewer', false, 'Approved by key Shop'],
] as const)
	test(`the history names the key that acted, for owners with a link and its end: ${role}, ${revoked}`, async () => {
		const key = '77777777-7777-4777-8777-777777777777'
		answerRows('api_keys', () => (revoked ? [{ id: key }] : []))
		answerInbox([{ author_name: 'Greta', source: 'api' }], {
			testimonial_events: [
				{
					testimonial_id: idAt(1),
					seq: 2,
					kind: 'approved',
					actor: `key:${key}:Shop`,
					at,
					detail: { from: 'pending' },
				},
			],
		})
		await openScreen(`inbox/${idAt(1)}`, role)
		await expect.element(history.getByRole('listitem')).toMatchTextContent(new RegExp(`${words}$`))
		await expect.element(history.getByText(/^A key’s name stays as it was on that day/)).toBeVisible()
		expect(history.getByRole('link', { name: 'key Shop' }).elements()).toHaveLength(role === 'owner' ? 1 : 0)
		await expect.element(page.getByText('By key').first()).toBeVisible()
	})

test('what a key sent and tagged names it: in the facts, and for each tag as far as there still is one', async () => {
	const id = '77777777-7777-4777-8777-777777777777'
	const tag = '88888888-8888-4888-8888-888888888888'
	const byKey = (seq: number, kind: string, name: string, detail = {}) => ({
		testimonial_id: idAt(1),
		seq,
		kind,
		actor: `key:${id}:${name}`,
		at,
		detail,
	})
	answerRows('api_keys', [])
	answerInbox([{ author_name: 'Greta', source: 'api' }], {
		tags: [{ id: tag, space_id: space.id, name: 'Gift', color: 'blue' }],
		testimonial_events: [
			byKey(4, 'untagged', 'Shop', { tag }),
			byKey(3, 'untagged', 'Shop', { tag: id }),
			byKey(2, 'tagged', 'Shop', { tag }),
			byKey(1, 'added', 'Shop: “till” 1'),
		],
	})
	await openScreen(`inbox/${idAt(1)}`)
	const lines = history.getByRole('listitem')
	await expect.element(lines.nth(0)).toMatchTextContent(/Tag “Gift” taken away by key Shop$/)
	await expect.element(lines.nth(1)).toMatchTextContent(/Tag taken away by key Shop$/)
	await expect.element(lines.nth(2)).toMatchTextContent(/Tagged Gift by key Shop$/)
	await expect.element(lines.nth(3)).toMatchTextContent(/Sent by key Shop: “till” 1$/)
	await expect.element(page.getByRole('definition').filter({ hasText: 'sent by key Shop: “till” 1' })).toBeVisible()
	await expect.element(page.getByText(/A key alone proves nothing\./)).toBeVisible()
	await expectAccessible()
})
