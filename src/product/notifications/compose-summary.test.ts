import { expect, test } from 'vitest'
import { renderText } from '#platform/mail/templates/render-text.ts'
import { readTranslations } from '#platform/mail/translations/read-translations.ts'
import { productMails } from '#product/mails/product-mails.ts'
import { composeSummary } from './compose-summary.ts'
import type { NotificationMail } from './notification-mail.ts'

const links = { site: 'https://praise.example', unsubscribe: 'https://praise.example/u' }
const mailWith = (spam: number, kind: 'digest' | 'bundle' = 'digest'): NotificationMail => ({
	id: 'm',
	attempts: 1,
	kind,
	more: 0,
	since: '2026-11-20T10:00:00Z',
	space: { id: 's', name: 'Fernhill', locale: 'en' },
	member: { id: 'u', locale: 'en', time_zone: null, to: 'ada@praise.example', choice: 'daily' },
	pending: { count: 0, oldest: null },
	spam,
	items: [],
})

async function textOf(language: string, mail: NotificationMail): Promise<string> {
	const words = await (await readTranslations(undefined, productMails))(language)
	return renderText(composeSummary(words, mail, links))
}

test.each([
	['en', 1, '1 lies in Spam'],
	['en', 12, '12 lie in Spam'],
	['de', 1, '1 liegt im Spam'],
	['de', 3, '3 liegen im Spam'],
	['fr', 1, '1 se trouve dans les indésirables'],
	['fr', 4, '4 se trouvent dans les indésirables'],
	['es', 1, '1 está en spam'],
	['es', 2, '2 están en spam'],
	['ar', 1, 'واحدة في الرسائل المزعجة'],
	['ar', 2, 'اثنتان في الرسائل المزعجة'],
	['ar', 7, '7 في الرسائل المزعجة'],
	['ar', 100, '100 في الرسائل المزعجة'],
])('the digest in %s says that %i lie in Spam', async (language, spam, words) => {
	expect((await textOf(language, mailWith(spam))).replace(/[\u2066-\u2069]/g, '')).toContain(words)
})

test('the digest is silent about an empty Spam, and a bundle about any', async () => {
	expect(await textOf('en', mailWith(0))).not.toContain('Spam')
	expect(await textOf('en', mailWith(3, 'bundle'))).not.toContain('Spam')
})
