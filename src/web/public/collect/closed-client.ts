import { expireTakes, listTakes } from '#web/public/recorder/takes/take-store.ts'

/** Offers the recordings that this device has kept for a form that was closed meanwhile, as files. */
async function offerKeptTakes(): Promise<void> {
	const section = document.getElementById('kept')
	const form = section?.dataset.form
	const saveUrl = document.querySelector<HTMLMetaElement>('meta[name=save]')?.content
	if (!section || !form || !saveUrl) return
	await expireTakes()
	const takes = await listTakes(form)
	if (takes.length === 0) return
	section.querySelector('button')?.addEventListener('click', async () => {
		const { saveTake } = (await import(/* @vite-ignore */ saveUrl)) as typeof import('./recording-field/save-take.ts')
		for (const take of takes) await saveTake(take)
	})
	section.hidden = false
}
void offerKeptTakes()
