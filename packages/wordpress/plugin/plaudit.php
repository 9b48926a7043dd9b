<?php
/**
 * Plugin Name: Plaudit
 * Description: Walls of testimonials, forms, badges and single testimonials from your own Plaudit, in the HTML of your pages.
 * Version: 0.2.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: plaudit
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const VERSION = '0.2.0';

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/server.php';
require_once __DIR__ . '/includes/copies.php';
require_once __DIR__ . '/includes/markup.php';
require_once __DIR__ . '/includes/figures.php';
require_once __DIR__ . '/includes/render.php';
require_once __DIR__ . '/includes/blocks.php';
require_once __DIR__ . '/includes/editor-routes.php';

add_action( 'admin_init', 'Plaudit\\register_settings' );
add_action( 'admin_menu', 'Plaudit\\add_settings_page' );
add_action( 'init', 'Plaudit\\register_blocks' );
add_action( 'rest_api_init', 'Plaudit\\register_editor_routes' );
add_filter( 'cron_schedules', 'Plaudit\\add_schedule' );
add_action( 'plaudit_refresh', 'Plaudit\\refresh_copies' );
add_action( 'shutdown', 'Plaudit\\check_due_copies' );
register_deactivation_hook( __FILE__, 'Plaudit\\forget_copies' );
