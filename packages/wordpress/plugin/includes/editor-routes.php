<?php
/**
 * Lists for the editor. The key stays on the server: the browser gets names.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Registers plaudit/v1/lists and plaudit/v1/testimonials, for those who may edit posts. */
function register_editor_routes(): void {
	$may_edit = static function () {
		return current_user_can( 'edit_posts' );
	};
	register_rest_route(
		'plaudit/v1',
		'/lists',
		array(
			'methods'             => 'GET',
			'permission_callback' => $may_edit,
			'callback'            => 'Plaudit\\get_lists',
		)
	);
	register_rest_route(
		'plaudit/v1',
		'/testimonials',
		array(
			'methods'             => 'GET',
			'permission_callback' => $may_edit,
			'callback'            => 'Plaudit\\get_testimonials',
			'args'                => array(
				'wall' => array(
					'required'          => true,
					'validate_callback' => static function ( $text ) {
						return is_slug( $text );
					},
				),
			),
		)
	);
}

/**
 * Walls and forms by name, and why there are none.
 *
 * @return array{walls: array, forms: array, problem: string}
 */
function get_lists(): array {
	$walls = read_list( 'walls' );
	$forms = is_wp_error( $walls ) ? $walls : read_list( 'forms' );
	return array(
		'walls'   => is_wp_error( $walls ) ? array() : $walls,
		'forms'   => is_wp_error( $forms ) ? array() : $forms,
		'problem' => is_wp_error( $forms ) ? $forms->get_error_message() : '',
	);
}

/**
 * The first hundred testimonials of a published wall: author and first words.
 *
 * @param \WP_REST_Request $request With the wall.
 * @return array<int, array{id: string, name: string}>
 */
function get_testimonials( $request ): array {
	$json = published( '/functions/v1/wall?slug=' . $request['wall'] . '&limit=100' );
	$page = null === $json ? null : json_decode( $json, true, 16 );
	$list = array();
	foreach ( is_array( $page['items'] ?? null ) ? $page['items'] : array() as $item ) {
		if ( is_id( $item['id'] ?? null ) ) {
			$list[] = array(
				'id'   => $item['id'],
				'name' => text_of( $item['author'] ?? null, 'name' ) . ': ' . mb_substr( text_of( $item, 'text' ), 0, 60 ),
			);
		}
	}
	return $list;
}
