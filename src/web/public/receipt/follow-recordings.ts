const intervalMs = 3000

/**
 * Follows the processing of recordings while the page is visible: moves the progress bar, and puts in what the server renders once
 * a state has changed. What is being played is left alone.
 */
export function followRecordings(): void {
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
