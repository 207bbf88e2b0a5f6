//! Helpers of the tests
