import { answerPrefix } from '#shared/form-post.ts'
import { submissionLimits as limits, type SubmittedAnswer } from '#shared/submission.ts'
import { asObject, type Problems, text } from './sent-fields.ts'
import { readText, readWebAddress } from './sent-text.ts'
import type { FormToFill } from './submission-form.ts'

type Question = FormToFill['questions'][number]

/** The answers to a form's own questions, each by its kind. Empty ones are left out. */
export function readAnswers(
	value: unknown,
	{ questions }: FormToFill,
	problems: Problems,
): SubmittedAnswer[] {
	const given = new Map<string, unknown>()
	if (value !== undefined && !Array.isArray(value)) problems.answers = 'Answers are a list.'
	for (const entry of Array.isArray(value) ? value : []) {
		const answer = asObject(entry)
		const question = questions.find(({ id }) => id === answer?.question_id)
		if (!answer || !question)
			problems.answers = 'An answer is to a question that this form does not have.'
		else given.set(question.id, answer.value)
	}
	const answers: SubmittedAnswer[] = []
	for (const question of questions) {
		const answer = readAnswer(given.get(question.id), question, problems)
		if (answer) answers.push({ question_id: question.id, value: answer })
	}
	return answers
}

function readAnswer(value: unknown, question: Question, problems: Problems): string {
	const field = answerPrefix + question.id
	const { kind, required, options } = question
	const written = kind === 'scale' && typeof value === 'number' ? String(value) : (value ?? '')
	const answer = text(field, written, problems, {
		most: kind === 'long' ? limits.longAnswer : kind === 'link' ? limits.url : limits.shortAnswer,
		least: required ? 1 : 0,
		lines: kind === 'long',
		empty: 'Answer this question.',
	})
	if (answer === '' || field in problems) return ''
	if (kind === 'scale' && !/^[1-5]$/.test(answer)) problems[field] = 'Choose from 1 to 5.'
	else if (kind === 'choice' && !options.some((option) => readsAs(option, answer)))
		problems[field] = 'Choose one of the answers.'
	else if (kind === 'link') {
		const address = readWebAddress(answer)
		if (address) return address
		problems[field] = 'Write the whole address, for example https://harbour.org.'
	} else return answer
	return field in problems ? '' : answer
}

/** Whether an option, kept as its owner typed it, is this answer, which lost its spaces around and hidden marks. */
function readsAs(option: unknown, answer: string): boolean {
	const read = readText(option, { most: limits.shortAnswer })
	return 'text' in read && read.text === answer
}
