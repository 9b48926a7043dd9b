/** The script of /p/{id}: copies link and words, and plays recordings as hosted walls do. */
import './recordings-client.ts'

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
