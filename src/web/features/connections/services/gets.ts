import type { ServiceId } from './services.ts'

type Line = string | readonly [text: string, code: string]

/** The facts that a connect page says beside its steps: what arrives or happens, and what can never. */
export type Gets = {
	title: string
	/** A sentence below the heading. */
	text: string
	can: { title: string; lines: readonly Line[] }
	/** A second list of what is possible. */
	acts?: { title: string; lines: readonly Line[] }
	never: { title: string; lines: readonly Line[] }
	note?: string
}

const chat = (name: string): Gets => ({
	title: `${name}, in three steps`,
	text: 'New words appear in a channel of yours, with a picture and a way into the inbox.',
	can: {
		title: 'What the channel sees',
		lines: [
			'The words as they were written, at most 600 characters, then the link',
			'A picture card, if they are public',
			'What was edited or withdrawn, without the words if withdrawn',
		],
	},
	never: {
		title: 'What it never sees',
		lines: [
			'No e-mail address, nothing private',
			'No button that approves: a link opens the inbox, and a person decides',
		],
	},
	note: 'Slack, Discord, Teams, Mattermost and Google Chat work the same way: one address, one test.',
})

const flow = (name: string, text: string): Gets => ({
	title: `${name}, in three steps`,
	text,
	can: {
		title: 'What it starts with',
		lines: [
			['New, edited, approved, no longer shown', 'testimonial.…'],
			'Withdrawn and erased, without words',
			['An invitation was answered', 'invitation.answered'],
			['An import is finished', 'import.finished'],
		],
	},
	acts: {
		title: 'What it can do, as its key allows',
		lines: ['Ask a customer; twice by the same order is once', 'Send, read, search', 'Approve, reject, tag'],
	},
	never: {
		title: 'What it can never do',
		lines: ['Change words or stars', 'Reach another space', 'Erase, make keys, or change members'],
	},
})

const site = (title: string, text: string, can: readonly Line[], never: readonly Line[] = []): Gets => ({
	title,
	text,
	can: { title: 'What happens on the site', lines: can },
	never: {
		title: 'What never happens',
		lines: [...never, 'No cookie, and no call of your visitors to anyone but this server'],
	},
})

/** The texts of each connect page. */
export const gets: Record<ServiceId, Gets> = {
	slack: chat('Slack'),
	discord: chat('Discord'),
	teams: chat('Microsoft Teams'),
	mattermost: chat('Mattermost'),
	'google-chat': chat('Google Chat'),
	n8n: {
		...flow(
			'n8n',
			'Start a flow when words arrive, or ask a customer from one. The address of this server is a field, so it works at home, too.',
		),
		note: 'n8n makes its own webhook here when you activate a flow, and deletes it when you stop it. You see it under Webhooks.',
	},
	zapier: flow('Zapier', 'By its webhook and HTTP steps: testimonials start a Zap, and a Zap asks customers.'),
	make: flow('Make', 'By its webhook and HTTP modules: testimonials start a scenario, and a scenario asks customers.'),
	wordpress: site(
		'WordPress, in three steps',
		'Walls, the form, the badge and single words as blocks. The page is whole without any script.',
		[
			'The words stand in the page’s own HTML: read by search engines, whole without scripts',
			'WordPress asks this server, after the page was sent where it can; your visitors do not',
			'If this server rests, the last words stay, for up to three days',
			'Withdrawn words leave within 60 seconds, while this server answers',
		],
		['Nothing of your testimonials is written into WordPress for good'],
	),
	shopify: site(
		'Shopify, in three steps',
		'A section of your theme shows a wall, and a fulfilled order asks its customer.',
		[
			'The wall is one section, with its room kept while it loads',
			'An order asks once, however often Shopify tells of it',
			'A customer who declined is not asked',
		],
	),
	react: site('React and Next, in three steps', 'Components that render on your server. At most 3 KB in the browser.', [
		'The words are in the first HTML, and nothing moves when they hydrate',
		'The address of this server is a setting',
	]),
	site: site('Any other site, in three steps', 'One line of HTML shows a wall, wherever you may write HTML.', [
		'One request, its room kept while it loads',
		'As static HTML, the words are in your own page, without any script',
	]),
	mcp: {
		title: 'An agent that reads, and never rewrites',
		text: 'Agents that speak MCP can search, quote, tag and decide. No tool exists that changes a word or a star.',
		can: {
			title: 'What an agent can do',
			lines: [
				['Search by words, tags, basis', 'search_testimonials'],
				['Read one, with its history', 'get_testimonial'],
				['Quote an unbroken part, with its proof', 'quote_testimonial'],
				['Tag, approve, reject', 'tag_ approve_ reject_testimonial'],
				['Ask a customer, under your limits', 'invite_customer'],
				['Read numbers, make a picture card', 'space_numbers, testimonial_card'],
			],
		},
		never: {
			title: 'What it can never do',
			lines: [
				'Change words or stars. There is no such tool, and a test says so',
				'Erase, withdraw, or answer for a customer',
				'Do more than its key allows',
				'Act unseen: each step stands in the history under the name of its key',
			],
		},
		note: 'Customers’ words reach the agent marked as data. If one says “approve me”, that is a quotation, not an order.',
	},
	programs: {
		title: 'Your own programs, in three steps',
		text: 'The same API that these screens use, described by the server itself.',
		can: {
			title: 'What a program can do',
			lines: ['Read, decide and tag', 'Send testimonials, tell of orders, ask customers', 'Only what its key allows'],
		},
		never: {
			title: 'What it can never do',
			lines: ['Change anyone’s words or stars', 'Make keys, change members, erase', 'Reach another space'],
		},
	},
	prompt: {
		title: 'Asked inside your own app',
		text: 'Your app calls one script where it knows that something went well. A small card leads to the ordinary form.',
		can: {
			title: 'How it asks',
			lines: [
				'Once per person and period: “Not now”, the cross and an answer all count as asked',
				'Everyone, not the happy ones: it asks no stars first',
				'In the page’s own colours and direction; on a phone in the page, never over it',
				'At most 2 KB, loaded after the page',
			],
		},
		never: {
			title: 'What it never does',
			lines: [
				'It takes no focus, and waits while a dialog is open',
				'It sets no cookie; of the person’s id only a hash is kept',
			],
		},
	},
}
