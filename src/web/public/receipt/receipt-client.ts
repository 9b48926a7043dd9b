import { dateLocale } from '#shared/date-locale.ts'
import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'
import { formatLocalTime } from '#web/public/page-shell/local-time.ts'
import type { ReplacementData } from './replace/replacement-data.ts'

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

const intervalMs = 3000

/**
 * Follows the processing of recordings while the page is visible: moves the progress bar, and puts in what the server renders once
 * a state has changed. What is being played is left alone.
 */
function followRecordings(): void {
	const isProcessing = () => document.querySelector('#recordings progress') !== null
	const look = async () => {
		if (!document.hidden) await refresh().catch(() => undefined)
		if (isProcessing()) setTimeout(look, intervalMs)
	}
	if (isProcessing()) setTimeout(look, intervalMs)
}

async function refresh(): Promise<void> {
	// A proposal that waits would stand alone on the page.
	const response = await fetch(`${location.pathname}?all`)
	// The testimonial was erased in another tab.
	if (response.status === 404) location.reload()
	if (!response.ok) return
	const next = new DOMParser().parseFromString(await response.text(), 'text/html')
	for (const part of parts(document)) if (!findPart(next, part)) part.remove()
	for (const part of parts(next)) {
		const present = findPart(document, part)
		if (present?.dataset.state !== part.dataset.state) {
			if (present) present.replaceWith(part)
			else document.getElementById('recordings')?.append(part)
			announce(part.dataset.said)
			continue
		}
		const [bar, moved] = [present?.querySelector('progress'), part.querySelector('progress')]
		if (bar && moved) bar.value = moved.value
	}
}

const parts = (page: Document) => page.querySelectorAll<HTMLElement>('[data-part]')

function findPart(page: Document, { dataset }: HTMLElement): HTMLElement | null {
	return page.querySelector(`[data-part="${dataset.part}"]`)
}

function announce(text: string | undefined): void {
	const status = document.getElementById('recording-news')
	if (status && text) status.textContent = text
}

/** Shows the buttons that replace a recording. Their code is loaded once one is pressed, or when this device kept a recording. */
function offerReplacement(): void {
	const byId = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element | null
	const script = document.querySelector<HTMLMetaElement>('meta[name=recording]')?.content
	const buttons = byId('replace-buttons')
	const record = byId<HTMLButtonElement>('record-again')
	const file = byId<HTMLInputElement>('other-file')
	const problem = byId('replace-problem')
	if (!script || !buttons || !record || !file || !problem) return
	const data: ReplacementData = JSON.parse(byId('data')?.textContent ?? '')

	const load = async () => {
		problem.textContent = ''
		await import(/* @vite-ignore */ script)
		const loaded = await window.loadReplacement?.()
		if (!loaded) throw new Error('The script of the page is another one.')
		return loaded.openReplacement(data)
	}
	const fail = () => {
		problem.textContent = problem.dataset.text ?? ''
	}
	buttons.hidden = false
	record.addEventListener('click', () => void load().then((replacement) => replacement.record(), fail))
	file.addEventListener('change', () => {
		const [chosen] = file.files ?? []
		if (!chosen) return
		void load().then((replacement) => replacement.choose(chosen), fail)
		// The same file can be chosen again.
		file.value = ''
	})
	if (isMarked(data.mark)) void load().catch(fail)
}

function isMarked(key: string): boolean {
	try {
		return localStorage.getItem(key) !== null
	} catch {
		return false
	}
}
