/** The shares of the columns of layouts that are not equal, in percent, as the XML export names them. */
export const sharesOf: Readonly<Record<string, readonly number[]>> = {
  two_left_sidebar: [33, 67],
  two_right_sidebar: [67, 33],
  three_with_sidebars: [25, 50, 25],
};
