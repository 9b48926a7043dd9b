import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'

export const arabic: SignInPageMessages = {
	title: 'هنا تُحفظ كلمات الزبائن.',
	about: 'يجمع {host} شهادات للمتاجر التي تديره ويعرضها في مواقعها.',
	signIn: 'تسجيل الدخول',
	dashboard: 'لوحة التحكم',
	byLink: 'أرسلوا إليّ رابطًا بدلًا من ذلك',
	forgotten: 'نسيت كلمة المرور',
	signUp: 'إنشاء حساب',
	asked: 'هل طُلبت منك بضع كلمات؟',
	lost: 'افتح الرابط في رسالة المتجر مرة أخرى: إنه يؤدي إلى صفحتك. لا شيء في هذه الصفحة يخصّك.',
	whatIsPlaudit: 'ما هو Plaudit',
	report: 'الإبلاغ عن ثغرة',
}
