//! The tests that also run in other browsers, because they are about the page and not about Chromium. They need the
//! feature `engines` (`cargo xtask test --browsers all`).

/// Makes the module `$name`, which runs these tests in the engine `$engine`. Each test is given by its module and its
/// name.
macro_rules! tests_in {
    ($engine:ident, $name:ident: $($module:ident { $($test:ident)* })*) => {
        mod $name {
            $($(
                #[test]
                fn $test() {
                    tests::browser::Engine::$engine.run_in_its(stringify!($test), crate::$module::$test);
                }
            )*)*
        }
    };
}

macro_rules! tests_everywhere {
    ($($tests:tt)*) => {
        tests_in! { Firefox, firefox: $($tests)* }
        tests_in! { WebKit, webkit: $($tests)* }
    };
}

tests_everywhere! {
    open { a_kernel_comes_by_a_drop_and_by_browse }
    packed { compressed_files_are_unpacked_on_the_way }
    search { typing_narrows_the_list }
    printed { digits_and_clicks_choose_the_view }
    atlas { a_name_is_answered_from_few_bytes }
    bytes { a_member_marks_its_bytes_and_is_read_field_by_field a_byte_selects_its_owner_everywhere pointing_at_a_byte_says_what_it_means }
    changes { all_that_differs_is_listed_and_walked }
    compare { a_type_stands_beside_its_namesake }
    core { a_relocation_fails_on_one_of_two_kernels }
    damage { what_cannot_be_opened_is_said_and_the_page_lives_on }
    goto {
        the_box_goes_to_types_fields_ids_and_commands what_is_at_an_offset_is_found_in_the_box_and_by_a_key
        members_and_enumerators_are_found_by_their_names_alone
    }
    graph {
        keys_move_expand_and_open the_table_says_the_same what_is_added_comes_into_sight_and_the_rest_is_left_alone a_node_is_found_by_its_name
    }
    history {
        back_and_forward_go_through_what_was_seen a_shared_link_asks_for_its_file_and_lands_on_the_view
        the_sample_opens_by_a_click_and_by_its_link
    }
    keyboard {
        from_the_landing_page_to_a_copied_link_without_a_mouse every_stop_of_tab_is_seen_and_each_pane_is_one escape_closes_the_innermost
        a_view_that_comes_for_the_first_time_has_the_focus
    }
    layout {
        figures_and_rows_are_those_of_the_compiler members_inside_members_open_by_click_and_by_key
        the_bit_strip_numbers_bits_in_the_files_byte_order holes_are_links_and_the_map_follows_the_selection
    }
    learn { a_lesson_is_walked_by_keyboard_alone a_link_leads_to_a_step_and_loads_nothing_by_itself }
    links { a_link_shows_the_type_in_a_fresh_browser share_makes_links_of_each_sort }
    kernel_lists { ids_and_kfuncs_of_a_kernel what_programs_attach_to_and_implement }
    offline { the_page_opens_without_a_network a_lesson_opens_without_a_network_and_a_line_says_so }
    open { a_module_asks_for_its_kernel_and_joins_it several_files_are_chips_to_switch_and_to_close }
    packed { a_file_of_a_package_is_chosen pasted_text_is_a_file }
    pad { what_is_typed_is_laid_out an_error_is_marked_at_its_place a_link_to_a_pad_opens_in_a_fresh_browser }
    printed { c_is_linked_and_can_be_copied a_record_is_what_bpftool_prints }
    programs { a_function_is_read_with_its_source }
    search { the_list_is_walked_by_keys_and_holds_its_row }
    start { the_page_loads_without_errors a_first_visitor_sees_where_to_begin }
    themes { panes_keep_the_width_that_they_were_given a_narrow_window_shows_one_pane_at_a_time }
    tree { a_tree_goes_down_through_pointers }
    used_by { users_are_listed_narrowed_and_followed }
    verdict { a_refused_file_says_why_and_where }
}
