import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'

export const arabic: WallPageMessages = {
	title: 'ماذا يقول الناس عن {name}',
	skip: 'انتقل إلى الآراء',
	write: 'اكتب رأيك',
	how: 'كيف صُنع هذا الجدار',
	wordsTitle: 'الكلمات كلماتهم',
	wordsText: 'يجوز للمالك أن يختصر الرأي إلى مقطع واحد متصل. أي تغيير آخر يحتاج إلى موافقة الكاتب.',
	checkTitle: 'التحقق من عندنا',
	checkText: 'عبارات التحقق يضعها الخادم بعد الفحص، ولا يكتبها المالك أبدًا.',
	choiceTitle: 'الاختيار للمالك',
	choiceText: 'اختار {name} ما يظهر هنا من {published} رأيًا منشورًا. لا يمكن ترشيح الجدار بالنجوم وحدها.',
	range: 'من {first} إلى {last} من أصل {chosen} على هذا الجدار',
	pages: 'صفحات هذا الجدار',
	footer: 'هل كتبت واحدًا من هذه؟ رابطك الخاص يتيح لك تغييره أو سحبه.',
	shortened: 'مختصر',
	rewarded: 'مقابل الكتابة: {reward}',
	showAll: 'أظهر كل كلمات {name}',
	photoBy: 'صورة من {name}',
	videoBy: 'فيديو من {name}',
	soundBy: 'صوت {name}',
	empty: 'لم يضع {name} أي رأي هنا بعد.',
}
