import type { QuestionParts } from '#web/public/collect/island.ts'
import { QuestionField } from './question-field.tsx'
import { refusedAnswerText, validateAnswer } from './validate-answer.ts'

/** Loaded only for forms with questions of their owner. */
export const questionParts: QuestionParts = { QuestionField, validateAnswer, refusedAnswerText }
