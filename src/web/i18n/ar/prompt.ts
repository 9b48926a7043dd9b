import type { PromptMessages } from '#web/i18n/en/prompt.ts'

export const arabic: PromptMessages = {
	label: 'يسألك {space} مرة واحدة',
	text: 'تكفي جملة واحدة.',
	write: 'اكتب بضع كلمات',
	later: 'ليس الآن',
	close: 'إغلاق',
}
