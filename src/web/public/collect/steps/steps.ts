import type { SteppedForm } from '#web/public/collect/submit/use-submission.ts'

/** The chosen stars are seen before the next step replaces them. */
const chosenMilliseconds = 400

/**
 * Shows a form one question at a time. The form stays as React rendered it: only attributes of its parts say which of them are later.
 */
function startSteps(form: SteppedForm, progress: HTMLElement, go: HTMLElement): void {
	const label = progress.querySelector('p') as HTMLElement
	const [back, next] = go.querySelectorAll('button') as unknown as [HTMLElement, HTMLElement]
	const isFramed = parent !== window
	let now = 0
	/** True when Continue or Enter asked for it: a draft that waited for a connection is sent at any step. */
	let isPressed = false
	let shownProblems = ''
	/** True when a pointer or the space bar chooses the stars: arrow keys pass over those that are not meant. */
	let isChosen = false
	let goingOn = 0

	/** The parts of each step. The owner's questions share a part of the form, and the consent belongs to the last step. */
	function steps(): Element[][] {
		const found: Element[][] = []
		for (const part of form.querySelectorAll(':scope > .part'))
			if (part.matches('.send')) found.at(-1)?.push(part)
			else if (part.matches('div.fields')) for (const question of part.children) found.push([question])
			else found.push([part])
		return found
	}

	function show(step: number): void {
		const all = steps()
		now = Math.min(Math.max(step, 0), all.length - 1)
		for (const [at, parts] of all.entries()) for (const part of parts) part.toggleAttribute('data-later', at !== now)
		const questions = form.querySelector(':scope > div.fields')
		questions?.toggleAttribute('data-later', !questions.querySelector(':scope > :not([data-later])'))
		form.dataset.step = `${now}`
		for (const [at, mark] of [...progress.querySelectorAll('li')].entries()) mark.className = at <= now ? 'done' : ''
		// Its first number is that of the step, in every language.
		label.textContent = `${label.textContent}`.replace(/\d+/, `${now + 1}`)
		back.toggleAttribute('hidden', now === 0)
		next.toggleAttribute('hidden', now === all.length - 1)
	}

	function move(step: number): void {
		show(step)
		// On a phone, the focus in a field would open the keyboard over the question.
		const field = matchMedia('(pointer: fine)').matches ? onlyField() : null
		const target = field ?? label
		target.focus()
		progress.scrollIntoView({ block: 'nearest' })
	}

	/** The field of a step that has a single one: its chosen or first control. */
	function onlyField(): HTMLElement | null {
		const fields = visibleFields()
		const names = new Set(fields.map(({ name }) => name.split('.', 1)[0]))
		return names.size === 1 ? (fields.find(({ checked }) => checked) ?? fields[0] ?? null) : null
	}

	function visibleFields(): HTMLInputElement[] {
		const fields = [...form.elements].filter((field) => field.matches('input:not(.trap),textarea,select'))
		return fields.filter((field) => field.checkVisibility()) as HTMLInputElement[]
	}

	function goOn(): void {
		move(now + 1)
		// Steps in a frame would fill the history of the website around it.
		history[isFramed ? 'replaceState' : 'pushState']({ step: now }, '')
	}

	const stepOf = (target: string) => {
		const field = document.getElementById(target)
		return steps().findIndex((parts) => parts.some((part) => part.contains(field)))
	}

	form.addEventListener('submit', () => {
		isPressed = true
	})
	form.hold = (problems) => {
		const isHeld = isPressed && now < steps().length - 1
		isPressed = false
		if (!isHeld) return undefined
		const here = problems.filter(({ target }) => stepOf(target) === now)
		problems.splice(0, problems.length, ...here)
		if (here.length === 0) goOn()
		const isChoice = here.every(({ target }) =>
			document.getElementById(target)?.matches('[type=radio],[type=checkbox]'),
		)
		return isChoice ? 'pleaseChoose' : 'pleaseFill'
	}

	function press(): void {
		clearTimeout(goingOn)
		// The form's own script checks it once it runs.
		if (form.noValidate) {
			form.requestSubmit()
			return
		}
		if (visibleFields().every((field) => field.reportValidity())) goOn()
	}

	const goOnSoon = () => {
		clearTimeout(goingOn)
		goingOn = window.setTimeout(press, chosenMilliseconds)
	}
	for (const type of ['pointerdown', 'keydown'])
		form.addEventListener(type, (event) => {
			const star = event.target instanceof Element ? event.target.closest('.star') : null
			const isKey = event instanceof KeyboardEvent
			isChosen = star !== null && (!isKey || event.key === ' ')
			// The space bar changes nothing where the star is chosen already, and so causes no click.
			if (isChosen && isKey && star?.querySelector(':checked')) goOnSoon()
			else clearTimeout(goingOn)
		})
	form.addEventListener('click', ({ target }) => {
		if (!isChosen || !(target instanceof HTMLInputElement) || target.name !== 'rating') return
		isChosen = false
		goOnSoon()
	})

	back.addEventListener('click', () => {
		move(now - 1)
		history.replaceState({ step: now }, '')
	})
	next.addEventListener('click', press)
	form.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest('#problems a') : null
		const target = link?.getAttribute('href')?.slice(1)
		if (!target) return
		event.preventDefault()
		show(stepOf(target))
		document.getElementById(target)?.focus()
	})
	addEventListener('popstate', ({ state }) => move(state?.step ?? 0))
	new MutationObserver(() => {
		const summary = form.querySelector('#problems')
		const problems = summary?.outerHTML ?? ''
		const targets = [...(summary?.querySelectorAll('a') ?? [])].map(({ hash }) => stepOf(hash.slice(1)))
		const isElsewhere = problems !== shownProblems && targets.length > 0 && !targets.includes(now)
		shownProblems = problems
		// A problem is shown at its step, and parts that React made again are hidden again.
		show(isElsewhere ? (targets[0] ?? now) : now)
	}).observe(form, { childList: true, subtree: true })
	show(0)
	history.replaceState({ step: 0 }, '')
	// The press that loaded this script came before it.
	if (next.matches(':hover:not(:active)')) press()
	else if (form.querySelector('.star:hover:not(:active) :checked')) goOnSoon()
}

const form = document.querySelector<HTMLFormElement>('#tell')
const progress = document.querySelector<HTMLElement>('.progress')
const go = document.querySelector<HTMLElement>('.go')
if (form && progress && go) startSteps(form, progress, go)
