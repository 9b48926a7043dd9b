import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { trustedSecrets } from '#platform/keys/keys.ts'
import { chooseLanguage } from '#platform/mail/translations/read-translations.ts'
import { readForm } from '#product/http/form-body.ts'
import { secretPage } from '#product/pages/secret-page.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { toBrand } from '#product/spaces/brand.ts'
import type { UnsubscribeProps } from '#shared/page-props.ts'
import type { NotificationChoice } from '#shared/rows.ts'
import { wallLanguages } from '#shared/wall/wall-languages.ts'
import { loadMailChoice, type MailChoice, saveMailChoice } from './mail-choice.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

const maxFormBytes = 4096
const way = z.enum(['off', 'immediate', 'daily'])

/** GET /unsubscribe/{token}: shows whose mails these are, and changes nothing: mail scanners open every link. */
export function getUnsubscribePage(deps: Deps, site: Site): Handler {
	return async (x) => {
		const subject = readUnsubscribeToken(trustedSecrets(deps.keys), x.param('token'))
		const choice = subject && (await loadMailChoice(deps.db, subject))
		return renderUnsubscribePage(x, site, choice)
	}
}

/**
 * POST /unsubscribe/{token}: stops the mails, or chooses another way by the page's buttons. A mail program posts
 * `List-Unsubscribe=One-Click` without a session and without following redirects (RFC 8058 §3.2).
 */
export function postUnsubscribePage(deps: Deps, site: Site): Handler {
	return async (x) => {
		const subject = readUnsubscribeToken(trustedSecrets(deps.keys), x.param('token'))
		const before = subject && (await loadMailChoice(deps.db, subject))
		if (!subject || !before) return renderUnsubscribePage(x, site, null)
		const form = await readForm(x, maxFormBytes)
		const wanted = way.safeParse(form.get('way')).data ?? 'off'
		await saveMailChoice(deps.db, subject, wanted, editedOf(form.get('edited'), wanted, before))
		if (!form.has('way')) return renderUnsubscribePage(x, site, await loadMailChoice(deps.db, subject), true)
		return redirect(`${x.path}?was=${before.way}&edited=${before.edited ? 'on' : 'off'}`, 303)
	}
}

/** Stopping the mails stops all of them; another way keeps what was chosen about edits. */
function editedOf(given: FormDataEntryValue | null, wanted: NotificationChoice, before: MailChoice): boolean {
	if (given !== null) return given === 'on'
	return wanted !== 'off' && before.edited
}

function renderUnsubscribePage(x: Exchange, site: Site, choice: MailChoice | null, isSaved = false): Answer {
	const accepted = chooseLanguage(x.header('accept-language'), wallLanguages)
	const locale = choice?.locale ?? accepted ?? choice?.space.locale ?? 'en'
	const was = way.safeParse(x.query('was')).data
	const brand = choice && toBrand(choice.space.brand)
	const props: UnsubscribeProps = { locale }
	// Members who want no mails about new testimonials may still want those about edits.
	const present = choice && (choice.way === 'off' && choice.edited ? 'changed' : choice.way)
	if (choice && present)
		props.mails = {
			of: choice.of,
			space: { name: choice.space.name, logo: brand?.logo_url ?? null },
			email: choice.email,
			way: present,
			asks: !isSaved && !was && present !== 'off',
			former: was && { way: was, edited: x.query('edited') === 'on' },
		}
	return renderPage(site, {
		page: site.assets.pages.renderUnsubscribe(props),
		style: 'page-shell/one-question.css',
		...secretPage(brand),
		status: choice ? 200 : 404,
	})
}
