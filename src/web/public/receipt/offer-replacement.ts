import type { ReplacementData } from './replace/replacement-data.ts'

/** Shows the buttons that replace a recording. Their code is loaded once one is pressed, or when this device kept a recording. */
export function offerReplacement(): void {
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
