import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import SolverWorker from 'altcha/workers/pbkdf2?worker'

/** Leaves room for the page, and for the visitor's other programs. */
const maxWorkers = 2

/**
 * Solves the challenge of a busy form in workers, and says so beside Send. Where that is not possible, the page is sent as without
 * a script: the server then asks to wait instead.
 * @param body what was sent
 * @returns it with the solution beside the proof of the form
 */
export async function solve(body: FormData, { challenge }: { challenge: Challenge }): Promise<FormData> {
	const form = document.querySelector<HTMLFormElement>('#tell')
	const notice = Object.assign(document.createElement('p'), { className: 'notice' })
	notice.setAttribute('role', 'status')
	form?.querySelector('[type=submit]')?.closest('div, p, fieldset')?.append(notice)
	notice.textContent = workWords[document.documentElement.lang] ?? workWords.en ?? ''
	try {
		const concurrency = Math.min(maxWorkers, navigator.hardwareConcurrency || 1)
		const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker: () => new SolverWorker() })
		if (!solution) throw new Error('not solved')
		const [formProof = ''] = String(body.get('proof') ?? '').split(' ')
		body.set('proof', `${formProof} ${btoa(JSON.stringify({ challenge, solution }))}`)
		return body
	} catch (error) {
		// Without a secure context browsers derive no keys. The page goes away.
		if (!form) throw error
		HTMLFormElement.prototype.submit.call(form)
		return new Promise(() => {})
	} finally {
		notice.remove()
	}
}

/** Said while a device solves a challenge, by the language of the page. */
const workWords: Readonly<Record<string, string>> = {
	en: 'Many people are writing at this moment. Your device is solving a small task first; then your words are sent by themselves.',
	de: 'Im Moment schreiben hier sehr viele. Ihr Gerät löst zuerst eine kleine Aufgabe; dann werden Ihre Worte von selbst gesendet.',
	fr: 'Beaucoup de personnes écrivent en ce moment. Votre appareil résout d’abord une petite tâche ; vos mots sont ensuite envoyés d’eux-mêmes.',
	es: 'Muchas personas escriben en este momento. Su dispositivo resuelve antes una pequeña tarea; después sus palabras se envían solas.',
	ar: 'يكتب كثيرون في هذه اللحظة. يحل جهازك أولًا مهمة صغيرة، ثم تُرسل كلماتك من تلقاء نفسها.',
}
