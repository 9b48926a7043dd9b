import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookBody } from '#product/webhooks/webhook-body.ts'
import type { WebhookItem, WebhookKind } from '#shared/webhooks.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let opened: TestDeps
beforeAll(async () => {
	opened = await openTestDeps({})
})
afterAll(() => opened.close())

const hostile =
	'<!channel> <@U1> @everyone @channel **bold** [link](https://evil.example) <https://evil.example|click> `code` {{DATE(x)}} <b>big</b> &amp;'
const item = {
	id: '6f1f4c5e-0000-4000-8000-000000000001',
	text: hostile,
	title: null,
	rating: 4,
	author: { name: '@here *Mallory*', title: 'Nurse', company: null, url: null, avatar: null },
	media: null,
	spam_state: 'clean',
	is_public: true,
} as unknown as WebhookItem

async function messageOf(
	kind: WebhookKind,
	changes: Partial<WebhookItem> = {},
	event = 'testimonial.created',
	locale = 'en',
) {
	const words = await opened.deps.mail.words(locale)
	const space = { kind, space_id: 'S', space_name: 'Fernhill Pottery' }
	const told = { event, happened_at: new Date(), data: { ...item, ...changes } }
	return webhookBody(space, told, 'https://praise.example', words)
}

it('Slack gets plain text, in which nothing is a mention, a link or markup', async () => {
	const text = await messageOf('slack')
	expect(text).not.toMatch(/<[!@#h]/)
	expect(text).not.toContain('mrkdwn')
	const { blocks } = JSON.parse(text)
	expect(blocks).toEqual([
		{ type: 'context', elements: [{ type: 'plain_text', text: 'Plaudit for Fernhill Pottery', emoji: false }] },
		{ type: 'section', text: { type: 'plain_text', text: 'New, from @here *Mallory*', emoji: false } },
		expect.objectContaining({ type: 'section' }),
		expect.objectContaining({ type: 'context' }),
		expect.objectContaining({ type: 'image', image_url: `https://praise.example/p/${item.id}/card.png` }),
		expect.objectContaining({ type: 'actions' }),
	])
	expect(blocks[2].text.text).toContain('“&lt;!channel&gt;')
	expect(blocks[5].elements[0].url).toBe(`https://praise.example/dashboard/inbox/${item.id}`)
})

it('Discord mentions no one, and shows signs of Markdown as they are', async () => {
	const { allowed_mentions, embeds } = JSON.parse(await messageOf('discord'))
	expect(allowed_mentions).toEqual({ parse: [] })
	expect(embeds[0].description).toContain('\\*\\*bold\\*\\* \\[link\\]\\(')
	expect(embeds[0].title).toContain('\\*Mallory\\*')
})

it('Teams gets an Adaptive Card of text runs, which take no Markdown', async () => {
	const text = await messageOf('teams')
	expect(text).not.toContain('"TextBlock"')
	expect(text).not.toContain('{{')
	const { attachments } = JSON.parse(text)
	expect(attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive')
	expect(attachments[0].content.actions[0].url).toBe(`https://praise.example/dashboard/inbox/${item.id}`)
})

it('Mattermost mentions no one, and shows signs of Markdown as they are', async () => {
	const text = await messageOf('mattermost')
	expect(text).not.toMatch(/@(everyone|channel|here)/)
	expect(JSON.parse(text).attachments[0].text).toContain('\\*\\*bold\\*\\*')
})

it('Google Chat gets a card without tags of the words', async () => {
	const text = await messageOf('google_chat')
	expect(text).not.toMatch(/<(users|b|http)/)
	expect(JSON.parse(text)).not.toHaveProperty('text')
})

it('a message is clipped, in the language of the space, and has a picture only of what is public', async () => {
	const kinds: WebhookKind[] = ['slack', 'discord', 'teams', 'mattermost', 'google_chat']
	for (const kind of kinds) {
		const long = await messageOf(kind, { text: 'x'.repeat(5000), is_public: false }, 'testimonial.created', 'de')
		expect(long).not.toContain('x'.repeat(601))
		expect(long).toContain('Nicht öffentlich')
		expect(long).not.toContain('card.png')
	}
})

it('a withdrawn testimonial, an answered invitation, an import and a test are a line each', async () => {
	const words = await opened.deps.mail.words('en')
	const space = { kind: 'slack' as const, space_id: 'S', space_name: 'Fernhill Pottery' }
	const titleOf = (event: string, data: object) =>
		JSON.parse(
			webhookBody(space, { event, happened_at: new Date(), data: { ...data } }, 'https://praise.example', words),
		).text
	expect(titleOf('testimonial.withdrawn', { id: item.id })).toBe('A testimonial was withdrawn by its author.')
	expect(titleOf('invitation.answered', {})).toBe('An invitation was answered.')
	expect(titleOf('import.finished', { added: 1 })).toBe('An import has ended: 1 testimonial came in.')
	expect(titleOf('test', {})).toBe('This is a test. Nothing has happened.')
})
