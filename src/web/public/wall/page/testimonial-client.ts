/** The script of /p/{id}: copies link and words, and plays recordings as hosted walls do. */
import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'

afterFirstPaint(() => loadNamedScript('page-view'))
// The server names it where there is a recording.
loadNamedScript('recordings')

const status = document.querySelector<HTMLElement>('.share [role="status"]')

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
	button.onclick = async () => {
		if (!status) return
		const text = button.dataset.copy ?? ''
		try {
			await navigator.clipboard.writeText(text)
			status.textContent = status.dataset.done ?? ''
		} catch {
			// Without the permission, or without HTTPS: shown, to be copied by hand.
			status.textContent = text
			getSelection()?.selectAllChildren(status)
		}
	}
}
