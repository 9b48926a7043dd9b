import type { FormToFill } from '#product/forms/form-cache.ts'
import { normalizeText } from '#product/testimonials/normalize-text.ts'
import { asObject, type Problems, parseAddress, parseText } from '#product/testimonials/parse-fields.ts'
import { readDateParts } from '#shared/calendar-day.ts'
import { answerPrefix } from '#shared/form/form-post.ts'
import { questionScales } from '#shared/form/question-scales.ts'
import { submissionLimits as limits } from '#shared/form/submission-api.ts'
import { cleanTypedText } from '#shared/form/typed-text.ts'

type Question = FormToFill['questions'][number]

/** An answer as it is stored: several choices are lines. */
export type ParsedAnswer = { question_id: string; value: string }

/** Validates the answers to the form's own questions by kind. Empty answers are dropped. */
export function parseAnswers(
	value: unknown,
	{ form: { questions }, isFormPost }: { form: FormToFill; isFormPost: boolean },
	problems: Problems,
): ParsedAnswer[] {
	const values = new Map<string, unknown>()
	if (value !== undefined && !Array.isArray(value)) problems.answers = 'Answers are a list.'
	for (const entry of Array.isArray(value) ? value : []) {
		const answer = asObject(entry)
		const question = questions.find(({ id }) => id === answer?.question_id)
		if (!answer || !question) problems.answers = 'An answer is to a question that this form does not have.'
		else values.set(question.id, answer.value)
	}
	const answers: ParsedAnswer[] = []
	for (const question of questions) {
		const parse = question.kind === 'choices' ? parseChoices : parseAnswer
		const given = values.get(question.id)
		// The lines of a form post were kept, as only the question says whether it takes several.
		const isLine = isFormPost && typeof given === 'string' && question.kind !== 'long' && question.kind !== 'choices'
		const answer = parse(isLine ? cleanTypedText(given, false) : given, question, problems)
		if (answer) answers.push({ question_id: question.id, value: answer })
	}
	return answers
}

function parseAnswer(value: unknown, question: Question, problems: Problems): string {
	const field = answerPrefix + question.id
	const { kind, required, options } = question
	const isNumber = kind === 'scale' || kind === 'score'
	const text = isNumber && typeof value === 'number' ? String(value) : (value ?? '')
	const answer = parseText(field, text, problems, {
		most: kind === 'long' ? limits.longAnswer : kind === 'link' ? limits.url : limits.shortAnswer,
		least: required ? 1 : 0,
		lines: kind === 'long',
		empty: 'Answer this question.',
	})
	if (answer === '' || field in problems) return ''
	if (kind === 'link') return parseAddress(field, answer, problems) ?? ''
	const problem = isNumber
		? scaleProblem(answer, kind)
		: kind === 'date'
			? dateProblem(answer)
			: kind === 'choice' && !matchOption(options, answer)
				? 'Choose one of the answers.'
				: null
	if (problem) problems[field] = problem
	return problem ? '' : answer
}

/** The chosen options as lines, in the order of the form; a repeated one counts once. */
function parseChoices(value: unknown, { id, required, options, most }: Question, problems: Problems): string {
	const field = answerPrefix + id
	const chosen = typeof value === 'string' ? value.split('\n') : (value ?? [])
	if (!Array.isArray(chosen) || chosen.some((one) => typeof one !== 'string')) {
		problems[field] = 'This answer must be a list of texts.'
		return ''
	}
	const texts = (chosen as string[]).map((one) => one.trim()).filter(Boolean)
	const matches = new Set(texts.map((one) => matchOption(options, one)))
	if (matches.has(undefined)) problems[field] = 'Choose among the answers.'
	else if (matches.size === 0 && required) problems[field] = 'Answer this question.'
	else if (most !== null && matches.size > most)
		problems[field] = `Choose at most ${most} ${most === 1 ? 'answer' : 'answers'}.`
	else return [...new Set(options.map(readOption))].filter((option) => option && matches.has(option)).join('\n')
	return ''
}

function scaleProblem(answer: string, kind: 'scale' | 'score'): string | null {
	const [lowest, highest] = questionScales[kind]
	const isOnIt = /^\d{1,2}$/.test(answer) && String(Number(answer)) === answer
	return isOnIt && Number(answer) >= lowest && Number(answer) <= highest ? null : `Choose from ${lowest} to ${highest}.`
}

function dateProblem(answer: string): string | null {
	const [year = '', month = '', day = ''] = answer.split('-')
	return readDateParts(day, month, year) === answer ? null : 'Write a day that exists, with a year of four digits.'
}

/** Options are compared after normalization: they are stored as the owner typed them. */
function readOption(option: unknown): string | undefined {
	const read = normalizeText(option, { most: limits.shortAnswer })
	return 'text' in read && read.text !== '' ? read.text : undefined
}

/** The normalized option that an answer names. */
function matchOption(options: readonly unknown[], answer: string): string | undefined {
	const wanted = readOption(answer)
	return wanted === undefined ? undefined : options.map(readOption).find((option) => option === wanted)
}
