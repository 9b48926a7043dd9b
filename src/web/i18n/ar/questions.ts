import type { QuestionMessages } from '#web/i18n/en/questions.ts'

export const arabic: QuestionMessages = {
	upTo: 'اختر ما لا يزيد على {n}.',
	tooMany: 'اختر {n} على الأكثر',
	day: 'اليوم',
	month: 'الشهر',
	year: 'السنة',
	badDate: 'اكتب يومًا موجودًا، مع أرقام السنة الأربعة',
	calendar: 'اختر من التقويم',
	monthBefore: 'الشهر السابق',
	monthAfter: 'الشهر التالي',
	noAnswer: 'بلا إجابة',
	order: 'dmy',
}
