import type { ComponentType } from 'react'
import {
	type AuthorFieldRules,
	isRecordingKind,
	type Kind,
	type PublicForm,
	type PublicQuestion,
} from '#shared/form/public-form.ts'
import type { CollectProps, CollectValues } from '#shared/page-props.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import type { QuestionMessages } from '#web/i18n/en/questions.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'

/** The parts of a form that its script needs; the rest is already in the HTML. */
export type IslandForm = Omit<
	PublicForm,
	| 'name'
	| 'intro'
	| 'title_rule'
	| 'is_open'
	| 'closed_text'
	| 'author_fields'
	| 'look'
	| 'prompts'
	| 'consent_texts'
	| 'wall'
	| 'locale'
	| 'space'
> & {
	space: { name: string }
	/** Absent when all are optional. */
	author_fields?: AuthorFieldRules
	/** The owner's own; absent for those of the page. */
	prompts?: readonly string[] | null
}

/**
 * HTML of a part that needs no script. In the browser it is read from the page and stays the same object, so that React leaves what
 * the server rendered.
 */
export type StaticHtml = { dangerouslySetInnerHTML: { __html: string } }

/** The parts of the title's field: its words are on such pages alone. */
export type HeadlineField = {
	name: string
	label: string
	note: string
	hint: string
	required: boolean
	maxLength: number
	value: string | undefined
}

/** The data of the server for the page's script. */
export type Island = Omit<
	CollectProps,
	'form' | 'waitSeconds' | 'linkState' | 'providers' | 'link' | 'languages' | 'embed' | 'trap' | 'problems'
> & {
	form: IslandForm
	/** The server's problems with a form that was sent without the script. */
	problems: readonly Problem[]
	/** The section about the visitor's account, by account-section.tsx. */
	account: StaticHtml
	/** Fields of the server, by hidden-fields.tsx. */
	hidden: StaticHtml
	/** The field of the testimonial's own title, where the form asks for one. */
	headline?: HeadlineField
	words: CollectMessages
	/** Words and code of the owner's questions, where the form has any. The code is loaded by hydrate.tsx. */
	asks?: QuestionMessages
	parts?: QuestionParts
	lang: string
}

export type QuestionProps = { question: PublicQuestion; island: Island; problem: Problem | undefined }

/** The parts of a form with questions of its owner beside the rest: questions/question-parts.ts. */
export type QuestionParts = {
	QuestionField: ComponentType<QuestionProps>
	/** The problem of an answer; null when it can be sent. */
	validateAnswer: (question: PublicQuestion, values: CollectValues, island: IslandWords) => string | null
	/** An answer that the server refused, in the words of the page. */
	refusedAnswerText: (question: PublicQuestion, island: IslandWords) => string
}

/** The words of the page. */
export type IslandWords = Pick<Island, 'words' | 'asks' | 'lang'>

/** True when the page can take none of `kinds` without its script. The preview beside the form editor shows all. */
export function needsScript({ isPreview }: Pick<Island, 'isPreview'>, kinds: readonly Kind[]): boolean {
	return !isPreview && kinds.every(isRecordingKind)
}

/** Questions beside the text box and before a recording: the owner's, else those of the page. */
export function promptsOf({ form, words }: Pick<Island, 'form' | 'words'>): readonly string[] {
	return form.prompts ?? [words.prompt1, words.prompt2, words.prompt3]
}

/** The kinds that the owner accepts, always in the same order. */
export function acceptedKinds(form: Pick<IslandForm, 'accepts'>): Kind[] {
	return (['text', 'photo', 'video', 'audio'] as const).filter((kind) => form.accepts.includes(kind))
}
