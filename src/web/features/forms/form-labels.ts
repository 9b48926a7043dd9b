import type { QuestionKind, RatingRule } from '#shared/public-form.ts'
import { formatCount } from '#web/lib/format/format.ts'
import type { FormField, QuestionDraft } from './editor/form-draft.ts'

export const questionKinds: { value: QuestionKind; label: string }[] = [
	{ value: 'short', label: 'Short answer' },
	{ value: 'long', label: 'Long answer' },
	{ value: 'choice', label: 'Choice' },
	{ value: 'scale', label: 'Scale' },
	{ value: 'link', label: 'Link' },
]

export const ratingRules: { value: RatingRule; label: string }[] = [
	{ value: 'off', label: 'Off' },
	{ value: 'optional', label: 'Optional' },
	{ value: 'required', label: 'Required' },
]

/** "Short answer", or "Choice of four" with a number. */
export const questionKindText = (question: QuestionDraft): string => {
	if (question.kind === 'choice') return `Choice of ${question.options.length}`
	if (question.kind === 'scale') return 'Scale of 1 to 5'
	return questionKinds.find(({ value }) => value === question.kind)?.label ?? ''
}

export const formFieldLabels: Record<FormField, string> = {
	name: 'The name',
	title: 'The title',
	intro: 'The introduction',
	accepts: 'What they may send',
	rating: 'The rating',
	consent_text: 'The consent',
	reward_disclosure: 'The reward',
	thank_you: 'The thank-you',
	locale: 'The language',
	is_open: 'Open or closed',
}

/** "3 testimonials" or "Nothing sent yet". */
export const sentCountText = (count: number): string =>
	count === 0 ? 'Nothing sent yet' : formatCount(count, 'testimonial')
