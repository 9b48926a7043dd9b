import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'

export const arabic: RecorderTrimMessages = {
	playPart: 'تشغيل الجزء المختار',
	back: 'العودة إلى تسجيلك',
	stays: 'يبقى {time}',
	leftOut: 'يُحذف {time}',
	from: 'البداية',
	to: 'النهاية',
	fromEarlier: 'البداية: قبل نصف ثانية',
	fromLater: 'البداية: بعد نصف ثانية',
	toEarlier: 'النهاية: قبل نصف ثانية',
	toLater: 'النهاية: بعد نصف ثانية',
	cover: 'صورة الغلاف',
	coverAt: 'عند {time}',
	leavesDevice: 'ما تتركه يُحذف هنا ولا يُرسل أبدًا.',
	nextCut: 'لا يستطيع هذا المتصفح القص إلا في مواضع معينة، لذلك تقع البداية عند {time}.',
	noCut: 'لا يستطيع هذا المتصفح قص هذا التسجيل. يمكنك اختيار الغلاف واستخدامه كله.',
	endOnly: 'لا يستطيع هذا المتصفح ترك شيء إلا من نهاية هذا التسجيل.',
	cutting: 'يجري القص',
}
