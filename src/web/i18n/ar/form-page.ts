import type { FormPageMessages } from '#web/i18n/en/form-page.ts'

export const arabic: FormPageMessages = {
	close: 'إغلاق. تبقى مسودتك محفوظة.',
	reads: '{space} يقرؤها أولًا.',
	step: 'الخطوة {n} من {all}',
	next: 'متابعة',
	back: 'رجوع',
}
