import type { FormToFill } from '#product/forms/form-cache.ts'
import { normalizeText } from '#product/testimonials/normalize-text.ts'
import { asObject, type Problems, parseAddress, parseText } from '#product/testimonials/parse-fields.ts'
import { answerPrefix } from '#shared/form-post.ts'
import { submissionLimits as limits, type SubmittedAnswer } from '#shared/submission-api.ts'

type Question = FormToFill['questions'][number]

/** Validates the answers to the form's own questions by kind. Empty answers are dropped. */
export function parseAnswers(value: unknown, { questions }: FormToFill, problems: Problems): SubmittedAnswer[] {
	const values = new Map<string, unknown>()
	if (value !== undefined && !Array.isArray(value)) problems.answers = 'Answers are a list.'
	for (const entry of Array.isArray(value) ? value : []) {
		const answer = asObject(entry)
		const question = questions.find(({ id }) => id === answer?.question_id)
		if (!answer || !question) problems.answers = 'An answer is to a question that this form does not have.'
		else values.set(question.id, answer.value)
	}
	const answers: SubmittedAnswer[] = []
	for (const question of questions) {
		const answer = parseAnswer(values.get(question.id), question, problems)
		if (answer) answers.push({ question_id: question.id, value: answer })
	}
	return answers
}

function parseAnswer(value: unknown, question: Question, problems: Problems): string {
	const field = answerPrefix + question.id
	const { kind, required, options } = question
	const text = kind === 'scale' && typeof value === 'number' ? String(value) : (value ?? '')
	const answer = parseText(field, text, problems, {
		most: kind === 'long' ? limits.longAnswer : kind === 'link' ? limits.url : limits.shortAnswer,
		least: required ? 1 : 0,
		lines: kind === 'long',
		empty: 'Answer this question.',
	})
	if (answer === '' || field in problems) return ''
	if (kind === 'scale' && !/^[1-5]$/.test(answer)) problems[field] = 'Choose from 1 to 5.'
	else if (kind === 'choice' && !options.some((option) => matchesOption(option, answer)))
		problems[field] = 'Choose one of the answers.'
	else return (kind === 'link' ? parseAddress(field, answer, problems) : answer) ?? ''
	return ''
}

/** Compares after normalization: options are stored as the owner typed them. */
function matchesOption(option: unknown, answer: string): boolean {
	const read = normalizeText(option, { most: limits.shortAnswer })
	return 'text' in read && read.text === answer
}
