import { dateLocale } from '#shared/date-locale.ts'
import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'
import { formatLocalTime } from '#web/public/page-shell/local-time.ts'
import { followRecordings } from './follow-recordings.ts'
import { offerReplacement } from './offer-replacement.ts'

/**
 * Copies the private link and the coupon, shows times on the reader's clock, follows and replaces recordings; everything else on this page is a plain
 * form.
 */
offerCopy('plink', 'copy', 'copied')
offerCopy('coupon', 'copy-coupon', 'coupon-copied')
const { lang } = document.documentElement
for (const time of document.querySelectorAll('time')) {
	time.title = time.textContent
	time.textContent = formatLocalTime(time.dateTime, dateLocale(lang))
}
// A reload must not show the message a second time.
if (location.search) history.replaceState(null, '', location.pathname)
followRecordings()
offerReplacement()
afterFirstPaint(() => loadNamedScript('page-view'))

/** Shows the button that copies a field; the names are ids. */
function offerCopy(fieldId: string, buttonId: string, statusId: string): void {
	const field = document.getElementById(fieldId) as HTMLInputElement | null
	const [button, status] = [document.getElementById(buttonId), document.getElementById(statusId)]
	if (!field || !button) return
	button.hidden = false
	button.addEventListener('click', async () => {
		if ((await copyLink(field)) && status) status.textContent = status.dataset.copied ?? ''
	})
}
