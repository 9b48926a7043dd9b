import { dateLocale } from '#shared/date-locale.ts'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { followRecordings } from './follow-recordings.ts'
import { formatLocalTime } from './local-time.ts'
import { offerReplacement } from './offer-replacement.ts'

/**
 * Copies the private link, shows times on the reader's clock, follows and replaces recordings; everything else on this page is a plain
 * form.
 */
const link = document.querySelector<HTMLInputElement>('#plink')
const copy = document.querySelector<HTMLButtonElement>('#copy')
const copied = document.querySelector<HTMLElement>('#copied')

if (copy && link) copy.hidden = false
copy?.addEventListener('click', async () => {
	if (!link) return
	if ((await copyLink(link)) && copied) copied.textContent = copied.dataset.copied ?? ''
})
const { lang } = document.documentElement
for (const time of document.querySelectorAll('time')) {
	time.title = time.textContent
	time.textContent = formatLocalTime(time.dateTime, dateLocale(lang))
}
// A reload must not show the message a second time.
if (location.search) history.replaceState(null, '', location.pathname)
followRecordings()
offerReplacement()
