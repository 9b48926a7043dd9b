import type { PagePhrases } from './page-phrases-en.ts'

export const pageArabic: PagePhrases = {
	title: (name) => `ماذا يقول الناس عن ${name}`,
	skip: 'انتقل إلى الآراء',
	write: 'اكتب رأيك',
	how: 'كيف صُنع هذا الجدار',
	words: [
		'الكلمات كلماتهم',
		'يجوز للمالك أن يختصر الرأي إلى مقطع واحد متصل. أي تغيير آخر يحتاج إلى موافقة الكاتب.',
	],
	check: ['التحقق من عندنا', 'عبارات التحقق يضعها الخادم بعد الفحص، ولا يكتبها المالك أبدًا.'],
	choice: [
		'الاختيار للمالك',
		(name, published) =>
			`اختار ${name} ما يظهر هنا من ${published} رأيًا منشورًا. لا يمكن ترشيح الجدار بالنجوم وحدها.`,
	],
	range: (first, last, chosen) => `من ${first} إلى ${last} من أصل ${chosen} على هذا الجدار`,
	pages: 'صفحات هذا الجدار',
	footer: 'هل كتبت واحدًا من هذه؟ رابطك الخاص يتيح لك تغييره أو سحبه.',
	shortened: 'مختصر',
	rewarded: (reward) => `مقابل الكتابة: ${reward}`,
	showAll: (name) => `أظهر كل كلمات ${name}`,
	photoBy: (name) => `صورة من ${name}`,
	videoBy: (name) => `فيديو من ${name}`,
	soundBy: (name) => `صوت ${name}`,
	empty: (name) => `لم يضع ${name} أي رأي هنا بعد.`,
}
