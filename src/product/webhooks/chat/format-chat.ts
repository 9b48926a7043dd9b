import type { WebhookKind } from '#shared/webhooks.ts'
import type { ChatMessage } from './compose-chat.ts'

/** The message of each chat service, in its own JSON. Words cannot mention anyone or add markup in any of them. */
export function formatChat(kind: Exclude<WebhookKind, 'standard'>, message: ChatMessage): object {
	return formats[kind](message)
}

const formats: Record<Exclude<WebhookKind, 'standard'>, (message: ChatMessage) => object> = {
	slack: formatSlack,
	discord: formatDiscord,
	teams: formatTeams,
	mattermost: formatMattermost,
	google_chat: formatGoogleChat,
}

/** Block Kit. Plain text takes no markup, and Slack reads mentions from `<…>` alone, which is escaped everywhere. */
function formatSlack({ from, title, quote, facts, link, picture }: ChatMessage): object {
	const plain = (text: string) => ({ type: 'plain_text', text: escapeAngles(text), emoji: false })
	return {
		text: escapeAngles(title),
		unfurl_links: false,
		unfurl_media: false,
		blocks: [
			{ type: 'context', elements: [plain(from)] },
			{ type: 'section', text: plain(title) },
			...(quote === null ? [] : [{ type: 'section', text: plain(`“${quote}”`) }]),
			...(facts.length > 0 ? [{ type: 'context', elements: [plain(facts.join(' · '))] }] : []),
			...(picture === null ? [] : [{ type: 'image', image_url: picture, alt_text: escapeAngles(title) }]),
			{
				type: 'actions',
				elements: [{ type: 'button', text: plain(link.label), url: link.href, action_id: 'open' }],
			},
		],
	}
}

/** An embed, with Markdown escaped and every mention switched off. */
function formatDiscord({ from, title, quote, facts, link, picture }: ChatMessage): object {
	return {
		allowed_mentions: { parse: [] },
		embeds: [
			{
				author: { name: from.slice(0, 256) },
				title: escapeMarkdown(title).slice(0, 256),
				url: link.href,
				description: [
					quote === null ? '' : `“${escapeMarkdown(quote)}”`,
					`[${escapeMarkdown(link.label)}](${link.href})`,
				]
					.filter(Boolean)
					.join('\n\n'),
				...(facts.length > 0 ? { footer: { text: facts.join(' · ') } } : {}),
				...(picture === null ? {} : { image: { url: picture } }),
			},
		],
	}
}

/** An Adaptive Card, as workflow webhooks take it. Text runs take no Markdown, and dates in braces are broken up. */
function formatTeams({ from, title, quote, facts, link, picture }: ChatMessage): object {
	const text = (words: string, more: object = {}) => ({
		type: 'RichTextBlock',
		inlines: [{ type: 'TextRun', text: words.replaceAll('{{', '{\u200b{'), ...more }],
	})
	return {
		type: 'message',
		attachments: [
			{
				contentType: 'application/vnd.microsoft.card.adaptive',
				contentUrl: null,
				content: {
					$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
					type: 'AdaptiveCard',
					version: '1.4',
					body: [
						text(from, { isSubtle: true, size: 'Small' }),
						text(title, { weight: 'Bolder' }),
						...(quote === null ? [] : [text(`“${quote}”`)]),
						...(facts.length > 0 ? [text(facts.join(' · '), { isSubtle: true, size: 'Small' })] : []),
						...(picture === null ? [] : [{ type: 'Image', url: picture, altText: title.replaceAll('{{', '{\u200b{') }]),
					],
					actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.href }],
				},
			},
		],
	}
}

/** An attachment, with Markdown escaped; a space without width after `@` breaks every mention. */
function formatMattermost({ from, title, quote, facts, link, picture }: ChatMessage): object {
	const plain = (text: string) => escapeMarkdown(text).replaceAll('@', '@\u200b')
	const parts = [quote === null ? '' : `“${plain(quote)}”`, `[${plain(link.label)}](${link.href})`]
	return {
		attachments: [
			{
				fallback: plain(title),
				author_name: plain(from),
				title: plain(title),
				title_link: link.href,
				text: parts.filter(Boolean).join('\n\n'),
				...(facts.length > 0 ? { footer: plain(facts.join(' · ')) } : {}),
				...(picture === null ? {} : { image_url: picture }),
			},
		],
	}
}

/** A card, whose paragraphs take a few tags of HTML: they are escaped. Mentions exist outside cards alone. */
function formatGoogleChat({ from, title, quote, facts, link, picture }: ChatMessage): object {
	return {
		cardsV2: [
			{
				cardId: 'plaudit',
				card: {
					header: { title: escapeAngles(title), subtitle: escapeAngles(from) },
					sections: [
						{
							widgets: [
								...(quote === null ? [] : [{ textParagraph: { text: `“${escapeAngles(quote)}”` } }]),
								...(facts.length > 0 ? [{ textParagraph: { text: escapeAngles(facts.join(' · ')) } }] : []),
								...(picture === null ? [] : [{ image: { imageUrl: picture, altText: escapeAngles(title) } }]),
								{ buttonList: { buttons: [{ text: link.label, onClick: { openLink: { url: link.href } } }] } },
							],
						},
					],
				},
			},
		],
	}
}

const escapeAngles = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A backslash before each sign of Markdown, also of lists and headings, which begin a line. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_~|[\](){}<>#+\-.!:]/g, '\\$&')
